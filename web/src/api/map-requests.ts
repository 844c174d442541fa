/** A request as MapLibre creates it. */
export interface MapRequest {
  url: string;
  headers: Record<string, string>;
  credentials: 'omit';
}

/**
 * Adds the access token, renewed if necessary, to the map's requests to our own API. Undefined for every
 * other address: the token must not leave our server.
 */
export function authorizeMapRequests(
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
