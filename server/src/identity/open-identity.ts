import type { HttpClient } from '@allclear/adapters';
import type { FastifyInstance } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Store } from '../platform/database/database.ts';
import { CannotOpen, type SecretBox } from '../platform/secrets/secret-box.ts';
import { externalKeys } from './external-issuer.ts';
import { impersonationRoutes } from './impersonation/impersonation.routes.ts';
import { registerIdentity, type SingleSignOn } from './plugin.ts';
import { type Authenticator, createAuthenticator } from './principal.ts';
import { getOrCreateSecret } from './store.ts';
import { createTokenVerifier } from './tokens.ts';
import { userinfoRoute } from './userinfo.routes.ts';

const actor = systemActor('identity');

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
  {
    store,
    url,
    secrets,
    hasMail,
    sso,
    choice,
  }: {
    store: Store;
    url: string;
    secrets: SecretBox;
    hasMail: boolean;
    sso: SingleSignOn;
    choice: IdentityChoice;
  },
): Promise<OpenIdentity> {
  await checkSecretKey(app, store, secrets);
  if (choice.kind === 'external') {
    const { issuer, clientId, http } = choice;
    const verifyToken = createTokenVerifier({
      issuer,
      audience: clientId,
      keys: externalKeys({ issuer, http, wallNow }),
      wallNow,
    });
    impersonationRoutes(app, { db: store.db, embedded: null, url, wallNow });
    return {
      issuer,
      clientId,
      resource: null,
      authenticator: createAuthenticator({ db: store.db, verifyToken, subjectIs: 'verified-email', wallNow }),
    };
  }
  const { provider, issuer, clientId, audience, keys } = await registerIdentity(app, {
    ...{ store, url, secrets, hasMail, sso },
  });
  const verifyToken = createTokenVerifier({ issuer, audience, keys, wallNow });
  const { db } = store;
  const authenticator = createAuthenticator({ db, verifyToken, subjectIs: 'user-id', wallNow });
  userinfoRoute(app, { db, authenticator });
  impersonationRoutes(app, { db, embedded: { provider, resource: audience }, url, wallNow });
  return {
    issuer,
    clientId,
    resource: audience,
    authenticator,
  };
}

/** Another key than that of other processes, or of before, is found out at the start and not at a sign-in. */
async function checkSecretKey(app: FastifyInstance, { db }: Store, secrets: SecretBox): Promise<void> {
  const purpose = 'secret-key-check';
  const sealed = await getOrCreateSecret(
    db,
    actor,
    purpose,
    async () => secrets.seal('', purpose),
    wallNow(),
  );
  try {
    secrets.open(sealed, purpose);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    app.log.error(
      { reason: error.message },
      'the database was used with another secret key: set ALLCLEAR_SECRET_KEY as it was',
    );
  }
}
