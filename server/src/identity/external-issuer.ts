import type { HttpClient } from '@allclear/adapters';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Signing keys are fetched again after this long … */
const keysLiveMs = 600_000;
/** … and when a token names one that is not known, but not more often than this. */
const askAgainMs = 30_000;

/**
 * The signing keys of an external OpenID Connect issuer, found by discovery through the HTTP client. Nothing
 * is fetched before the first token, so that the server starts while the issuer is down.
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
  let current: { keySet: ReturnType<typeof createLocalJWKSet>; fetchedAt: number } | undefined;
  let underway: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;

  const fetchKeys = async () => {
    const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
    const configuration = await fetchJson(http, `${base}/.well-known/openid-configuration`);
    if (configuration.issuer !== issuer)
      throw new Error(`The identity provider at ${issuer} calls itself ${String(configuration.issuer)}`);
    if (typeof configuration.jwks_uri !== 'string')
      throw new Error(`The identity provider at ${issuer} names no jwks_uri`);
    // jose refuses what is no key set.
    const keySet = createLocalJWKSet(
      (await fetchJson(http, configuration.jwks_uri)) as JSONWebKeySet & JsonObject,
    );
    current = { keySet, fetchedAt: wallNow() };
    return keySet;
  };
  const refresh = () => {
    underway ??= fetchKeys().finally(() => {
      underway = undefined;
    });
    return underway;
  };
  /** Old keys serve while the issuer cannot be reached. */
  const currentKeys = async () => {
    if (!current) return refresh();
    const { keySet, fetchedAt } = current;
    return wallNow() - fetchedAt > keysLiveMs ? refresh().catch(() => keySet) : keySet;
  };

  return async (header, token) => {
    const keySet = await currentKeys();
    try {
      return await keySet(header, token);
    } catch (error) {
      const fetchedAt = current?.fetchedAt ?? Number.NEGATIVE_INFINITY;
      if (!(error instanceof errors.JWKSNoMatchingKey) || wallNow() - fetchedAt < askAgainMs) throw error;
      return (await refresh())(header, token);
    }
  };
}

type JsonObject = Record<string, unknown>;

async function fetchJson(http: HttpClient, url: string): Promise<JsonObject> {
  const { bytes } = await http.get({
    source: 'identity',
    url,
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    headers: { accept: 'application/json' },
  });
  return JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
}
