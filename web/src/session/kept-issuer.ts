import type { OidcMetadata } from 'oidc-client-ts';

const key = 'allclear.issuer';
/** As long as a sign-in may take, ms. */
const keptForMs = 120_000;

/** What a sign-in, its renewal and a sign-out use. */
export type IssuerAddresses = Partial<
  Pick<
    OidcMetadata,
    | 'issuer'
    | 'authorization_endpoint'
    | 'token_endpoint'
    | 'userinfo_endpoint'
    | 'end_session_endpoint'
    | 'revocation_endpoint'
  >
>;

/**
 * Keeps the addresses that the identity provider published before the browser goes there, so that the page it
 * comes back to need not ask for them again. Nothing in them is secret.
 */
export function keepIssuer(storage: Storage, metadata: IssuerAddresses, wallMs: number): void {
  const { issuer, authorization_endpoint, token_endpoint } = metadata;
  const { userinfo_endpoint, end_session_endpoint, revocation_endpoint } = metadata;
  const addresses = {
    issuer,
    authorization_endpoint,
    token_endpoint,
    userinfo_endpoint,
    end_session_endpoint,
    revocation_endpoint,
  };
  storage.setItem(key, JSON.stringify({ addresses, wallMs }));
}

/** What was kept of this issuer a moment ago, once; null when there is nothing, or it is not readable. */
export function takeKeptIssuer(storage: Storage, issuer: string, wallMs: number): IssuerAddresses | null {
  const text = storage.getItem(key);
  storage.removeItem(key);
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    const ageMs = wallMs - (kept?.wallMs ?? Number.NaN);
    return kept?.addresses.issuer === issuer && ageMs >= 0 && ageMs <= keptForMs ? kept.addresses : null;
  } catch {
    return null;
  }
}

interface Kept {
  readonly addresses: IssuerAddresses;
  readonly wallMs: number;
}
