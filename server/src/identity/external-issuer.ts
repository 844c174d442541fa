import type { HttpClient } from '@allclear/adapters';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Signing keys are fetched again after this long … */
const keysLiveMs = 600_000;
/** … and when a token names one that is not known, but not more often than this. */
const askAgainMs = 30_000;

/**
 * The signing keys of an external OpenID Connect issuer, found by discovery through the door. Nothing is
 * fetched before the first token, so that an issuer which is down does not keep the server from starting.
 */
export function externalKeys({
  issuer,
  http,
  wallNow,
}: {
  issuer: string;
  http: HttpClient;
  wallNow: () => number;
}): JWTVerifyGetKey {
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | undefined;

  const fetchKeys = async () => {
    const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
    const configuration = await fetchJson(http, `${base}/.well-known/openid-configuration`);
    if (configuration.issuer !== issuer)
      throw new Error(`The identity provider at ${issuer} calls itself ${String(configuration.issuer)}`);
    if (typeof configuration.jwks_uri !== 'string')
      throw new Error(`The identity provider at ${issuer} names no jwks_uri`);
    keySet = createLocalJWKSet((await fetchJson(http, configuration.jwks_uri)) as unknown as JSONWebKeySet);
    fetchedAt = wallNow();
  };
  const refresh = () => {
    underway ??= fetchKeys().finally(() => {
      underway = undefined;
    });
    return underway;
  };

  return async (header, token) => {
    if (!keySet) await refresh();
    // Old keys serve while the issuer is out of reach.
    else if (wallNow() - fetchedAt > keysLiveMs) await refresh().catch(() => {});
    try {
      return await keySet!(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || wallNow() - fetchedAt < askAgainMs) throw error;
      await refresh();
      return keySet!(header, token);
    }
  };
}

async function fetchJson(http: HttpClient, url: string): Promise<Record<string, unknown>> {
  const { bytes } = await http.get({
    source: 'identity',
    url,
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    headers: { accept: 'application/json' },
  });
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}
