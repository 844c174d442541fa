import { systemActor } from '../src/platform/actor.ts';

/** The author of the changes that a test makes itself. */
export const testActor = systemActor('test');
