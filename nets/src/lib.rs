//! The evaluation network: features, architecture, quantised inference and the default net; and
//! the records of games that it learns from.
//!
//! So far there are the [`records`]; until a net has learned bughouse by playing it, the engine
//! evaluates by hand (`engine/src/eval/`). What comes here: the features of a position as the
//! rules' observer reports them, the architecture in one file, scalar inference as its definition
//! with faster twins in `simd/`, and, behind the feature `train`, the trainer.
#![forbid(unsafe_code)]

pub mod records;
