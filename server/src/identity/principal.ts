import { can, isRole, type Permission, permissionsOf, type Role, roles } from '@allclear/domain';
import { errors } from 'jose';
import type { Database } from '../platform/database/database.ts';
import { KeyLookup, TooManyRefusals } from '../platform/http/limits/key-lookup.ts';
import { createRecent } from '../platform/recent.ts';
import { type ApiKey, findApiKey } from './api-keys.store.ts';
import { hashOfApiKey, isApiKey } from './api-keys.ts';
import { type Account, accountByEmail, accountById } from './store.ts';
import type { TokenVerifier } from './tokens.ts';

/** The caller: an active user of one organization. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly via: 'token' | 'api-key';
  /** The id of the API key; undefined for a token. */
  readonly apiKeyId?: string;
  /** Epoch ms of the wall clock; undefined for an API key, which is valid until it is revoked. */
  readonly expiresAt: number | undefined;
}

/**
 * `not-signed-in`: no credentials, or none that are good (401). `no-account`: a good identity without an
 * active account here (403). `throttled`: too many unknown API keys from this network (429).
 */
export class AuthenticationError extends Error {
  readonly kind: 'not-signed-in' | 'no-account' | 'throttled';
  constructor(kind: AuthenticationError['kind'], message: string) {
    super(message);
    this.name = 'AuthenticationError';
    this.kind = kind;
  }
}

export interface Authenticator {
  /** From the value of the Authorization header, sent from a network. Throws AuthenticationError. */
  authenticate(authorizationHeader: string | undefined, network: string): Promise<Principal>;
  /** Forgets what is remembered of users and keys, after a user was changed or a key revoked. */
  forget(): void;
}

/**
 * A user's withdrawal, a change of rights and the revocation of an API key take effect after this long at the
 * latest, whichever process made them; real ms.
 */
const memoryMs = 1_000;

/**
 * Authenticates requests by a JWT or an API key, both as Bearer. `subjectIs` is how a token identifies its
 * user: by our id (the embedded provider), or by an e-mail address that the issuer has verified.
 */
export function createAuthenticator(options: {
  db: Database;
  verifyToken: TokenVerifier;
  subjectIs: 'user-id' | 'verified-email';
  wallNow: () => number;
}): Authenticator {
  const { db, verifyToken, subjectIs, wallNow } = options;
  let users = createRecent<Account>(10_000);
  let recentKeys = createRecent<ApiKey>(1_000);

  const remembered = async (
    key: string,
    find: () => Promise<Account | undefined>,
  ): Promise<Account | undefined> => {
    const found = users.get(key, wallNow());
    if (found) return found;
    const account = await find();
    if (account) users.set(key, account, wallNow() + memoryMs);
    return account;
  };
  const userById = (id: string) => remembered(id, () => accountById(db, id));

  const keys = new KeyLookup((hash) => findApiKey(db, hash));
  const byApiKey = async (key: string, network: string): Promise<Principal> => {
    const hash = hashOfApiKey(key);
    const digest = hash.toString('base64');
    let apiKey = recentKeys.get(digest, wallNow());
    if (apiKey === undefined) {
      apiKey = await keys.find(hash, network, wallNow()).catch(explainThrottle);
      if (apiKey === undefined) throw notSignedIn('The API key is not known or has been revoked.');
      recentKeys.set(digest, apiKey, wallNow() + memoryMs);
    }
    const { id: apiKeyId, userId } = apiKey;
    return { ...principalOf(await userById(userId), 'api-key', undefined), apiKeyId };
  };

  const byToken = async (bearer: string): Promise<Principal> => {
    const token = await verifyToken(bearer).catch((error: unknown) => {
      // What is wrong with a token is the bearer's matter; an issuer that cannot be reached is ours and is
      // not a 401.
      if (error instanceof errors.JOSEError) throw notSignedIn('The sign-in has expired or is not valid.');
      throw error;
    });
    const { subject, verifiedEmail, expiresAt } = token;
    if (subjectIs === 'user-id') return principalOf(await userById(subject), 'token', expiresAt);
    if (verifiedEmail === undefined) throw noAccount();
    const account = await remembered(`email ${verifiedEmail.toLowerCase()}`, () =>
      accountByEmail(db, verifiedEmail),
    );
    return principalOf(account, 'token', expiresAt);
  };

  return {
    async authenticate(header, network) {
      const bearer = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
      if (bearer === undefined) throw notSignedIn('Sign in first.');
      if (bearer.startsWith('ack_')) {
        if (!isApiKey(bearer)) throw notSignedIn('The API key is not known or has been revoked.');
        return byApiKey(bearer, network);
      }
      return byToken(bearer);
    },
    forget() {
      users = createRecent(10_000);
      recentKeys = createRecent(1_000);
    },
  };
}

/** Whether a principal has a permission. */
export function mayDo(principal: Principal, permission: Permission): boolean {
  return can(principal.role, permission);
}

function principalOf(
  account: Account | undefined,
  via: Principal['via'],
  expiresAt: number | undefined,
): Principal {
  if (!account || !maySignIn(account)) throw noAccount();
  const role = account.role as Role;
  return {
    userId: account.id,
    organizationId: account.organizationId,
    role,
    permissions: permissionsOf(role),
    via,
    expiresAt,
  };
}

/** Whether this user may sign in at all: active, and of a role that signs in. */
export function maySignIn(account: Account): boolean {
  return account.isActive && isRole(account.role) && roles[account.role].signsIn;
}

function notSignedIn(message: string): AuthenticationError {
  return new AuthenticationError('not-signed-in', message);
}

function explainThrottle(error: unknown): never {
  if (error instanceof TooManyRefusals)
    throw new AuthenticationError('throttled', 'Too many unknown API keys from this network.');
  throw error;
}

function noAccount(): AuthenticationError {
  return new AuthenticationError('no-account', 'You are signed in, but have no active account here.');
}
