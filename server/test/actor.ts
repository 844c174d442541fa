import { systemActor } from '../src/platform/actor.ts';
import { createSecretBox } from '../src/platform/secrets/secret-box.ts';

/** The author of the changes that a test makes itself. */
export const testActor = systemActor('test');

/** The same for all test servers, as for processes that share a database. */
export const testSecrets = createSecretBox(Buffer.alloc(32, 1));
