import type { Status } from '@allclear/contract';
import {
  InMemoryWebStorage,
  type SigninRedirectArgs,
  type SigninSilentArgs,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { type IssuerAddresses, keepIssuer, takeKeptIssuer } from './kept-issuer.ts';

const forcedKey = 'allclear.forced-sign-in-at';
/** A second refusal this soon after a forced sign-in means that signing in again does not help. */
const refusedAgainMs = 60_000;

/**
 * `needed`: a call was refused, sign in again. `refused`: it was refused again right after that, so the user
 * is asked.
 */
export type SignInNeed = 'none' | 'needed' | 'refused';

/**
 * The signed-in user. Tokens are kept in memory only; the browser's storage holds nothing but the state of a
 * pending sign-in (which PKCE needs across the redirect) and the time of the last forced sign-in.
 */
export interface Session {
  /** Opens the session with the server's identity provider; later calls return the same manager. */
  managerFor(identity: Identity): UserManager;
  /** The access token, renewed first if it has expired; null when nobody is signed in. */
  token(): Promise<string | null>;
  /** A call was refused with 401. */
  refused(): void;
  /** A sign-in has been started or has succeeded. */
  settled(): void;
  need(): SignInNeed;
  subscribe(listener: () => void): () => void;
  /** From now on every call is that of an operator who acts as a person, until the page is loaded again. */
  impersonate(impersonation: Impersonation): void;
  /** Null for a person who signed in. */
  impersonation(): Impersonation | null;
}

/** An operator acts as a person. The token is kept in memory only, and is not renewed. */
export interface Impersonation {
  readonly token: string;
  /** The page of this origin that the operator came from. */
  readonly returnTo: string;
}

type Identity = Status['identity'];

/**
 * A resource makes the access token one for the API (RFC 8707) instead of an opaque one for the identity
 * provider.
 */
const asking = ({ resource }: Identity): Record<string, string> => (resource === null ? {} : { resource });

class ApiUserManager extends UserManager {
  private readonly keep: (metadata: IssuerAddresses) => void;

  constructor(settings: UserManagerSettings, keep: (metadata: IssuerAddresses) => void) {
    super(settings);
    this.keep = keep;
  }

  override async signinRedirect(args?: SigninRedirectArgs): Promise<void> {
    this.keep(await this.metadataService.getMetadata());
    return super.signinRedirect(args);
  }

  /** A renewal by refresh token omits the extra parameters of the settings, so they are passed here. */
  override signinSilent(args: SigninSilentArgs = {}): Promise<User | null> {
    return super.signinSilent({ extraTokenParams: this.settings.extraTokenParams, ...args });
  }

  /**
   * Signs out by a form (OpenID Connect RP-Initiated Logout, section 2): in an address the ID token would
   * stay in the history of the browser and in logs on the way.
   */
  override async signoutRedirect(): Promise<void> {
    const endpoint = await this.metadataService.getEndSessionEndpoint();
    if (!endpoint) throw new Error('The identity provider has no address for sign-outs.');
    const { client_id, post_logout_redirect_uri = '' } = this.settings;
    const idToken = (await this.getUser())?.id_token;
    submitForm(endpoint, {
      client_id,
      post_logout_redirect_uri,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    });
  }
}

/** The settings of the sign-in: authorization code with PKCE, a token for our API, renewal within 30 s. */
export function oidcSettings(identity: Identity, origin: string, storage: Storage): UserManagerSettings {
  return {
    authority: identity.issuer,
    client_id: identity.clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silentrenew`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    extraQueryParams: asking(identity),
    extraTokenParams: asking(identity),
    silentRequestTimeoutInSeconds: 30,
    requestTimeoutInSeconds: 30,
    automaticSilentRenew: true,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: storage, prefix: 'allclear.oidc.' }),
  };
}

/** Leaves the page by a POST. Nothing of the page is shown any more, also not when the browser goes back. */
function submitForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  for (const element of document.body.children) if (element instanceof HTMLElement) element.hidden = true;
  document.body.append(form);
  form.submit();
}

export function createSession(origin: string, storage: Storage, wallMs: () => number = Date.now): Session {
  let manager: UserManager | null = null;
  /** An external issuer's access tokens have their own format; its ID token has our app as audience. */
  let bearerOf = (user: User): string | null => user.access_token;
  let impersonation: Impersonation | null = null;
  let need: SignInNeed = 'none';
  let renewal: Promise<User | null> | null = null;
  const listeners = new Set<() => void>();
  const change = (to: SignInNeed) => {
    if (to === need) return;
    need = to;
    for (const listener of listeners) listener();
  };

  return {
    managerFor(identity) {
      manager ??= new ApiUserManager(
        {
          ...oidcSettings(identity, origin, storage),
          metadata: takeKeptIssuer(storage, identity.issuer, wallMs()) ?? undefined,
        },
        (metadata) => keepIssuer(storage, metadata, wallMs()),
      );
      if (identity.resource === null) bearerOf = (user) => user.id_token ?? null;
      return manager;
    },
    async token() {
      if (impersonation) return impersonation.token;
      const user = await manager?.getUser();
      if (!manager || !user) return null;
      if (!user.expired) return bearerOf(user);
      // A tab that slept missed its renewal: renew now, once for all waiting calls.
      renewal ??= manager
        .signinSilent()
        .catch(() => null)
        .finally(() => {
          renewal = null;
        });
      const renewed = await renewal;
      return renewed ? bearerOf(renewed) : null;
    },
    refused() {
      if (need !== 'none') return;
      // The half hour is over, or somebody ended it.
      if (impersonation) return change('needed');
      const last = Number(storage.getItem(forcedKey) ?? 0);
      if (wallMs() - last < refusedAgainMs) return change('refused');
      storage.setItem(forcedKey, String(wallMs()));
      change('needed');
    },
    settled: () => change('none'),
    need: () => need,
    impersonate(next) {
      impersonation = next;
      change('none');
    },
    impersonation: () => impersonation,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
