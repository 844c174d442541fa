import { systemActor } from '../src/platform/actor.ts';

/** Who makes the changes that a test makes itself. */
export const testActor = systemActor('test');
