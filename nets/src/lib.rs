//! The evaluation network: features, architecture, quantised inference and the default net.
//!
//! This crate is the place for it and still empty; until a net has learned bughouse by playing
//! it, the engine evaluates by hand (`engine/src/eval.rs`). What comes here: the features of a
//! position as the rules' observer reports them, the architecture in one file, scalar inference
//! as its definition with faster twins in `simd/`, the record format for training positions and,
//! behind the feature `train`, the trainer.
#![forbid(unsafe_code)]
