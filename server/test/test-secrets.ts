import { createSecretBox } from '../src/platform/secrets/secret-box.ts';

/** The same for all test servers, as for processes that share a database. */
export const testSecrets = createSecretBox(Buffer.alloc(32, 1));
