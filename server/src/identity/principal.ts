import { isRole, operatorRole, type Permission, permissionsOf, type Role, roles } from '@allclear/domain';
import { errors } from 'jose';
import type { Database } from '../platform/database/database.ts';
import { networkOf } from '../platform/http/client-network.ts';
import { TooManyRefusals } from '../platform/http/limits/key-lookup.ts';
import type { Credential, OperatorPrincipal } from '../platform/http/serve.ts';
import { createRecent } from '../platform/recent.ts';
import { createApiKeyCheck, WrongNetwork } from './api-keys/api-key-sign-in.ts';
import { isApiKeyBearer } from './api-keys/api-keys.ts';
import { createDisplayCheck, isDisplayBearer } from './display-links.ts';
import { findLiveImpersonations } from './impersonation/impersonations.store.ts';
import { type Account, accountByEmail, accountById, findLiveGrants } from './store.ts';
import type { TokenVerifier } from './tokens.ts';

/** The caller: an active user of one organization. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly via: 'token' | 'api-key' | 'display-link';
  /** What the caller is signed in by and can be revoked; null for a token of an external issuer. */
  readonly credential: Credential | null;
  /**
   * The only locations that the caller may see, for a display link and for an API key of some places; null for a
   * person.
   */
  readonly places: ReadonlySet<string> | null;
  /** An API key that has fewer rights than its owner: it asks no route that needs a sign-in and nothing else. */
  readonly isLimited?: boolean;
  /** The id of the operator who acts as this person; null for the person. */
  readonly impersonatedBy: string | null;
  /** Epoch ms of the wall clock; undefined for an API key or a display link, which the store ends. */
  readonly expiresAt: number | undefined;
}

/**
 * `not-signed-in`: no credentials, or none that are good (401). `no-account`: a good identity without an
 * active account here (403). `throttled`: too many unknown keys from this network (429). `wrong-network`: an API key
 * that may not be used from this network (403).
 */
export class AuthenticationError extends Error {
  readonly kind: 'not-signed-in' | 'no-account' | 'throttled' | 'wrong-network';
  constructor(kind: AuthenticationError['kind'], message: string) {
    super(message);
    this.name = 'AuthenticationError';
    this.kind = kind;
  }
}

export interface Authenticator {
  /** From the value of the Authorization header, sent from an address. Throws AuthenticationError. */
  authenticate(
    authorizationHeader: string | undefined,
    address: string,
  ): Promise<Principal | OperatorPrincipal>;
  /** Forgets what is remembered of users and keys, after a user was changed or a key revoked. */
  forget(): void;
}

/**
 * A user's withdrawal, a change of rights or of the password, a sign-out and the revocation of an API key
 * take effect after this long at the latest, whichever process made them; real ms.
 */
const memoryMs = 1_000;

/**
 * Authenticates requests by a JWT or an API key, both as Bearer. `subjectIs` is how a token identifies its
 * user: by our id (the embedded provider), or by an email address that the issuer has verified.
 */
export function createAuthenticator(options: {
  db: Database;
  verifyToken: TokenVerifier;
  subjectIs: 'user-id' | 'verified-email';
  wallNow: () => number;
}): Authenticator {
  const { db, verifyToken, subjectIs, wallNow } = options;
  const users = createAccountMemory(wallNow);

  const userById = (id: string) => users.find(id, () => accountById(db, id));

  const grants = createGrantCheck('grant', (id) => findLiveGrants(db, [id], wallNow()), wallNow);
  const impersonations = createGrantCheck(
    'impersonation',
    (id) => findLiveImpersonations(db, [id], wallNow()),
    wallNow,
  );
  const keys = createApiKeySignIn(db, wallNow, userById);
  const displays = createDisplaySignIn(db, wallNow, userById);
  const byToken = async (bearer: string): Promise<Principal | OperatorPrincipal> => {
    const token = await verifyToken(bearer).catch((error: unknown) => {
      // What is wrong with a token is the bearer's matter; an issuer that cannot be reached is ours and is
      // not a 401.
      if (error instanceof errors.JOSEError) throw notSignedIn('The sign-in has expired or is not valid.');
      throw error;
    });
    const { subject, verifiedEmail, grantId, operatorId, expiresAt } = token;
    if (subjectIs === 'user-id') {
      const account = await userById(subject);
      if (operatorId !== undefined) {
        const credential = await impersonations.require(grantId);
        return { ...principalOf(account, 'token', expiresAt), credential, impersonatedBy: operatorId };
      }
      const operator = operatorOf(account);
      if (operator) return { ...operator, credential: await grants.require(grantId) };
      return { ...principalOf(account, 'token', expiresAt), credential: await grants.require(grantId) };
    }
    if (verifiedEmail === undefined) throw noAccount();
    const account = await users.find(`email ${verifiedEmail.toLowerCase()}`, () =>
      accountByEmail(db, verifiedEmail),
    );
    return operatorOf(account) ?? principalOf(account, 'token', expiresAt);
  };

  return {
    async authenticate(header, address) {
      const bearer = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
      if (bearer === undefined) throw notSignedIn('Sign in first.');
      if (isApiKeyBearer(bearer)) return keys.authenticate(bearer, address);
      if (isDisplayBearer(bearer)) return displays.authenticate(bearer, networkOf(address));
      return byToken(bearer);
    },
    forget() {
      users.forget();
      grants.forget();
      impersonations.forget();
      keys.forget();
      displays.forget();
    },
  };
}

/** The accounts that were asked for within the last second. */
function createAccountMemory(wallNow: () => number) {
  let accounts = createRecent<Account>(10_000);
  return {
    async find(key: string, read: () => Promise<Account | undefined>): Promise<Account | undefined> {
      const found = accounts.get(key, wallNow());
      if (found) return found;
      const account = await read();
      if (account) accounts.set(key, account, wallNow() + memoryMs);
      return account;
    },
    forget() {
      accounts = createRecent(10_000);
    },
  };
}

/**
 * A signed-out session, a changed password and the end of an impersonation end the grant, and with it the tokens
 * issued under it.
 */
function createGrantCheck(
  kind: 'grant' | 'impersonation',
  findLive: (id: string) => Promise<ReadonlySet<string>>,
  wallNow: () => number,
) {
  let live = createRecent<true>(10_000);
  return {
    async require(id: string | undefined): Promise<Credential> {
      if (id === undefined) throw notSignedIn('The sign-in has ended.');
      if (!live.get(id, wallNow())) {
        if (!(await findLive(id)).has(id)) throw notSignedIn('The sign-in has ended.');
        live.set(id, true, wallNow() + memoryMs);
      }
      return { kind, id };
    },
    forget() {
      live = createRecent(10_000);
    },
  };
}

/** Signs programs in by API keys. What its owner may not do any more, a key does not do either. */
function createApiKeySignIn(
  db: Database,
  wallNow: () => number,
  userById: (id: string) => Promise<Account | undefined>,
) {
  const keys = createApiKeyCheck(db, wallNow);
  return {
    async authenticate(bearer: string, address: string): Promise<Principal> {
      const key = await keys.find(bearer, address).catch(explainRefusal);
      if (key === undefined) throw notSignedIn('The API key is not known, has ended or has been revoked.');
      const principal = principalOf(await userById(key.userId), 'api-key', undefined);
      if (principal.organizationId !== key.organizationId) throw noAccount();
      return {
        ...principal,
        ...(key.permissions !== null && {
          permissions: principal.permissions.filter((permission) => key.permissions?.includes(permission)),
          isLimited: true,
        }),
        credential: { kind: 'api-key', id: key.id },
        places: key.placeIds && new Set(key.placeIds),
      };
    },
    forget: keys.forget,
  };
}

/** Signs displays in by their links. What its creator may not do any more, a link does not do either. */
function createDisplaySignIn(
  db: Database,
  wallNow: () => number,
  userById: (id: string) => Promise<Account | undefined>,
) {
  const displays = createDisplayCheck(db, wallNow);
  return {
    async authenticate(token: string, network: string): Promise<Principal> {
      const link = await displays.find(token, network).catch(explainRefusal);
      if (link === undefined) throw notSignedIn('The display link has expired or has been revoked.');
      const principal = principalOf(await userById(link.userId), 'display-link', undefined);
      if (principal.organizationId !== link.organizationId || !mayDo(principal, 'displays:write'))
        throw noAccount();
      const places = new Set(link.locationIds);
      return { ...principal, credential: { kind: 'display-link', id: link.id }, places };
    },
    forget: displays.forget,
  };
}

/** Whether a principal has a permission. */
export function mayDo(principal: Principal, permission: Permission): boolean {
  return principal.permissions.includes(permission);
}

function principalOf(
  account: Account | undefined,
  via: Principal['via'],
  expiresAt: number | undefined,
): Principal {
  if (!account || account.organizationId === null || !maySignIn(account)) throw noAccount();
  const role = account.role as Role;
  return {
    userId: account.id,
    organizationId: account.organizationId,
    role,
    permissions: permissionsOf(role, account.withheldFeatures),
    via,
    credential: null,
    places: null,
    impersonatedBy: null,
    expiresAt,
  };
}

/** The principal of an operator; undefined for everybody else. */
function operatorOf(account: Account | undefined): OperatorPrincipal | undefined {
  if (!account || account.role !== operatorRole || !maySignIn(account)) return undefined;
  return { userId: account.id, organizationId: null, credential: null, places: null };
}

/** Whether this user may sign in at all: active, of a role that signs in, and of no organization that is closed. */
export function maySignIn({ isActive, role, organizationStatus }: Account): boolean {
  if (!isActive) return false;
  if (role === operatorRole) return true;
  return isRole(role) && roles[role].signsIn && organizationStatus !== 'CLOSED';
}

/**
 * Whether a sign-in of this time (whole seconds of the epoch, as the provider keeps it) still counts: it does
 * not after the password was changed.
 */
export function isSignInValid({ signedOutBefore }: Account, signedInSeconds: number | undefined): boolean {
  return signedOutBefore === null || (signedInSeconds ?? 0) * 1_000 >= signedOutBefore.getTime();
}

/**
 * The time of a sign-in at `now` (epoch ms), seconds. Its password is that of the account as it was read, so
 * the sign-in counts although the password was changed within the same second.
 */
export function signInSeconds({ signedOutBefore }: Account, now: number): number {
  return Math.max(Math.floor(now / 1_000), (signedOutBefore?.getTime() ?? 0) / 1_000);
}

function notSignedIn(message: string): AuthenticationError {
  return new AuthenticationError('not-signed-in', message);
}

function explainRefusal(error: unknown): never {
  if (error instanceof WrongNetwork)
    throw new AuthenticationError('wrong-network', 'This API key may not be used from this network.');
  if (error instanceof TooManyRefusals)
    throw new AuthenticationError('throttled', 'Too many unknown API keys from this network.');
  throw error;
}

function noAccount(): AuthenticationError {
  return new AuthenticationError('no-account', 'You are signed in, but have no active account here.');
}
