import * as product from '../../src/hardware/index.ts';

/** What a history runs; tests put faulty ones in their place to see that the judge finds them. */
export const machines = {
  nextSignal: product.nextSignal,
  nextRelay: product.nextRelay,
  decisionHolds: product.decisionHolds,
  whyNot: product.whyNot,
  afterLostOutcome: product.afterLostOutcome,
  afterRefusal: product.afterRefusal,
  lightToCorrect: product.lightToCorrect,
  publicSirenOf: product.publicSirenOf,
  mayResume: product.mayResume,
};

export type Machines = typeof machines;
