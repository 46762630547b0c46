//! Parameters together with the moving averages of the optimizer.

use num_traits::Float;
use rayon::prelude::*;

use crate::adam::Adam;

/// A fixed number of parameters that are updated together.
pub(crate) trait Block: Copy + Send + Sync {
    /// The floating-point type of the parameters.
    type Number: Float + Send + Sync;
    /// All numbers 0.
    const ZERO: Self;
    /// The numbers.
    fn numbers(&self) -> &[Self::Number];
    /// The numbers, to be changed.
    fn numbers_mut(&mut self) -> &mut [Self::Number];
}

/// One number for each parameter of a model: the parameter itself, its gradient, or a moving
/// average.
pub(crate) trait Parameters: Clone + Send + Sync {
    /// The blocks in which the numbers are stored.
    type Block: Block;
    /// All numbers, in blocks.
    fn blocks(&self) -> &[Self::Block];
    /// All numbers, in blocks to be changed.
    fn blocks_mut(&mut self) -> &mut [Self::Block];
    /// Limit of the absolute values of the parameters in the block with this index.
    fn limit(block: usize) -> Number<Self>;
}

/// The floating-point type of parameters.
pub(crate) type Number<P> = <<P as Parameters>::Block as Block>::Number;

/// Parameters in training.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Optimizer<P> {
    pub(crate) parameters: P,
    /// Moving average of the gradient.
    pub(crate) mean: P,
    /// Moving average of the squared gradient.
    pub(crate) square: P,
    /// Number of steps taken.
    pub(crate) steps: u32,
}

/// Fewest blocks that one thread updates at a time.
const BLOCKS_AT_ONCE: usize = 128;

impl<P: Parameters> Optimizer<P> {
    /// An optimizer before its first step.
    pub(crate) fn new(parameters: P) -> Self {
        let mut zero = parameters.clone();
        zero.blocks_mut().fill(P::Block::ZERO);
        Self { parameters, mean: zero.clone(), square: zero, steps: 0 }
    }

    /// Takes one step. `gradient` returns the gradient of the block with this index and these
    /// parameters.
    pub(crate) fn step(
        &mut self,
        adam: Adam<Number<P>>,
        rate: Number<P>,
        gradient: impl Fn(usize, &P::Block) -> P::Block + Sync,
    ) {
        self.steps += 1;
        let step = adam.step(self.steps, rate);
        let Self { parameters, mean, square, .. } = self;
        let averages = mean.blocks_mut().par_iter_mut().zip(square.blocks_mut());
        let blocks = parameters.blocks_mut().par_iter_mut().zip(averages).enumerate();
        blocks.with_min_len(BLOCKS_AT_ONCE).for_each(|(at, (block, (mean, square)))| {
            let gradient = gradient(at, block);
            let averages = [mean.numbers_mut(), square.numbers_mut()];
            step.update(block.numbers_mut(), gradient.numbers(), averages, P::limit(at));
        });
    }
}
