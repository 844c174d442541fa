/** A request as the map's library makes it. */
export interface MapRequest {
  url: string;
  headers: Record<string, string>;
  credentials: 'omit';
}

/**
 * Gives the map's requests to our own API the access token, which is renewed first when it has run out. Every
 * other address goes without, undefined: a token is for its own server alone.
 */
export function authoriseMapRequests(
  origin: string,
  token: () => Promise<string | null>,
): (url: string) => Promise<MapRequest> | undefined {
  return (url) => {
    const target = URL.parse(url, origin);
    if (target?.origin !== origin || !target.pathname.startsWith('/api/')) return undefined;
    return token().then(
      (bearer): MapRequest => ({
        url,
        headers: bearer === null ? {} : { Authorization: `Bearer ${bearer}` },
        credentials: 'omit',
      }),
    );
  };
}
