import { generateKeyPairSync } from 'node:crypto';
import { getOrCreateSecret } from '../identity/index.ts';
import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Platform } from '../platform/subject.ts';
import { type SigningKey, signingKeyOf } from './signed-head.ts';
import { signingKeyName } from './store.ts';

const actor = systemActor('audit');

/** Gives the key of the installation; it is made when it is asked for the first time. */
export type GetSigningKey = () => Promise<SigningKey>;

/** As it is stored: the private half sealed by the secret key of the installation, both as PEM. */
interface StoredKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Reads the key once a process. Gives a rejection with `CannotOpen` where the secret key is another one. */
export function openSigningKey({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): GetSigningKey {
  let known: SigningKey | undefined;
  return async () => {
    if (known) return known;
    const make = async (): Promise<StoredKey> => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      return {
        privateKey: secrets.seal(
          privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
          signingKeyName,
        ),
        publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      };
    };
    const stored = await getOrCreateSecret(db, actor, signingKeyName, make, wallNow());
    known = signingKeyOf(secrets.open(stored.privateKey, signingKeyName));
    return known;
  };
}
