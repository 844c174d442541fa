import type { HttpClient } from '@allclear/adapters';
import type { FastifyInstance } from 'fastify';
import { wallNow } from '../platform/clock/clock.ts';
import type { Store } from '../platform/database/database.ts';
import { externalKeys } from './external-issuer.ts';
import { registerIdentity } from './plugin.ts';
import { type Authenticator, createAuthenticator } from './principal.ts';
import { createTokenVerifier } from './tokens.ts';

/** The identity provider: the embedded one, or an external one. */
export type IdentityChoice =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'external';
      readonly issuer: string;
      readonly clientId: string;
      readonly http: HttpClient;
    };

export interface OpenIdentity {
  readonly issuer: string;
  readonly clientId: string;
  /** The resource of the web app's access tokens; null with an external issuer. */
  readonly resource: string | null;
  readonly authenticator: Authenticator;
}

/**
 * Mounts the embedded provider, or prepares the verification of the external issuer's tokens. Tokens use wall
 * time, whatever the product clock is.
 */
export async function openIdentity(
  app: FastifyInstance,
  { store, url, choice }: { store: Store; url: string; choice: IdentityChoice },
): Promise<OpenIdentity> {
  if (choice.kind === 'external') {
    const { issuer, clientId, http } = choice;
    const verifyToken = createTokenVerifier({
      issuer,
      audience: clientId,
      keys: externalKeys({ issuer, http, wallNow }),
      wallNow,
    });
    return {
      issuer,
      clientId,
      resource: null,
      authenticator: createAuthenticator({ db: store.db, verifyToken, subjectIs: 'verified-email', wallNow }),
    };
  }
  const { issuer, clientId, audience, keys } = await registerIdentity(app, { store, url });
  const verifyToken = createTokenVerifier({ issuer, audience, keys, wallNow });
  return {
    issuer,
    clientId,
    resource: audience,
    authenticator: createAuthenticator({ db: store.db, verifyToken, subjectIs: 'user-id', wallNow }),
  };
}
