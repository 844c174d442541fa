const key = 'allclear.impersonation';

/** What the browser keeps between the operator's page and `/impersonation`: the verifier of PKCE, and the way back. */
interface Pending {
  readonly verifier: string;
  readonly returnTo: string;
}

/** A code could not be exchanged; the message is for people (spec 2 section 8). */
export class ExchangeFailed extends Error {}

/** Makes a verifier, keeps it with the way back, and gives its challenge (RFC 7636, S256). */
export async function prepareImpersonation(storage: Storage, returnTo: string): Promise<string> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const pending: Pending = { verifier, returnTo };
  storage.setItem(key, JSON.stringify(pending));
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

/** What was kept, once; an empty verifier and the referring page of this origin, else `/`, when there is nothing. */
export function takeImpersonation(
  storage: Storage,
  { origin, referrer }: { origin: string; referrer: string },
): Pending {
  const kept = storage.getItem(key);
  storage.removeItem(key);
  const back = pathWithin(origin, referrer);
  try {
    const pending: Partial<Pending> = JSON.parse(kept ?? '{}') ?? {};
    const { verifier = '', returnTo = '' } = pending;
    return { verifier, returnTo: pathWithin(origin, origin + returnTo) ?? back ?? '/' };
  } catch {
    return { verifier: '', returnTo: back ?? '/' };
  }
}

/** The path of an address of this origin; null for any other, and for the page of the exchange itself. */
function pathWithin(origin: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== origin || /^\/(impersonation\/?)?$/i.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/**
 * Exchanges a code for an access token and asks who it is of. Throws `ExchangeFailed`. `issuer` has no slash at its
 * end.
 */
export async function exchangeCode(
  issuer: string,
  form: { clientId: string; code: string; redirectUri: string; verifier: string },
  send: typeof fetch = fetch,
): Promise<string> {
  const answer = await send(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: form.clientId, grant_type: 'authorization_code', code: form.code },
      ...{ redirect_uri: form.redirectUri, code_verifier: form.verifier },
    }),
  });
  if (!answer.ok) throw new ExchangeFailed(`Token exchange failed (${answer.status})`);
  const { access_token: token, token_type: type }: { access_token?: unknown; token_type?: unknown } =
    await answer.json();
  if (typeof token !== 'string' || String(type).toLowerCase() !== 'bearer')
    throw new ExchangeFailed('Token exchange failed');
  const person = await send(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
  if (!person.ok) throw new ExchangeFailed('Failed to get user info');
  return token;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
