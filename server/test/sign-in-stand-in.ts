import { createHash, randomBytes } from 'node:crypto';
import { createVisitor, type Visitor } from './browser-stand-in.ts';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly error?: string;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

const verifier = randomBytes(32).toString('base64url');

/** What the web app does to sign in, over real HTTP; `url` is the address of the product. */
export function signInStandIn(url: string, visitor: Visitor = createVisitor()) {
  const token = async (form: Record<string, string>): Promise<{ status: number; body: Tokens }> => {
    const answer = await visitor.post(`${url}/identity/token`, { client_id: 'allclear-web', ...form });
    return { status: answer.status, body: (await answer.json()) as Tokens };
  };
  const authorizeUrl = (more: Record<string, string> = {}) =>
    `${url}/identity/auth?${new URLSearchParams({
      client_id: 'allclear-web',
      redirect_uri: `${url}/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })}`;
  const exchange = (back: URL) =>
    token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: `${url}/callback`,
      code_verifier: verifier,
    });
  /** The address of the app that an authorization without a form leads to: a code, or an error. */
  const authorizeSilently = async (): Promise<URL> =>
    new URL((await visitor.get(authorizeUrl({ prompt: 'none' }))).headers.get('location') ?? '');
  const fillForm = async (
    { email, password }: Account,
    more: Record<string, string> = {},
  ): Promise<Response> => {
    const { answer } = await visitor.follow(await visitor.get(authorizeUrl(more)), `${url}/identity/`);
    return visitor.post(answer.url, { email, password });
  };
  return {
    visitor,
    token,
    exchange,
    authorizeSilently,
    fillForm,
    /** Fills in the form and exchanges the code; `more` are parameters of the authorization. */
    async signIn(account: Account, more: Record<string, string> = {}): Promise<Tokens> {
      const { location } = await visitor.follow(await fillForm(account, more), `${url}/identity/`);
      return (await exchange(new URL(location ?? ''))).body;
    },
    refresh: (tokens: Tokens) => token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    /** Signs out as the app does: by a form, so that no address contains a token. */
    async signOut(tokens: Tokens): Promise<Response> {
      const answer = await visitor.post(`${url}/identity/session/end`, {
        id_token_hint: tokens.id_token,
        client_id: 'allclear-web',
        post_logout_redirect_uri: `${url}/`,
      });
      const page = await answer.text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      return visitor.post(action, { xsrf, logout: 'yes' });
    },
  };
}
