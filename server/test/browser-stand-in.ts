/**
 * Just enough of a browser for sign-in tests over real HTTP: it keeps cookies by path and follows redirects
 * one at a time.
 */
export interface Visitor {
  readonly cookies: ReadonlyMap<string, { name: string; value: string; path: string; attributes: string }>;
  get(url: string): Promise<Response>;
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /**
   * Follows redirects while they stay under `base`; gives the last answer, or the address that was led to
   * outside of it.
   */
  follow(answer: Response, base: string): Promise<{ answer: Response; location: string | undefined }>;
}

/** `always` are headers that go along with every request. */
export function createVisitor(always: Readonly<Record<string, string>> = {}): Visitor {
  const cookies = new Map<string, { name: string; value: string; path: string; attributes: string }>();
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url);
    const sent = [...cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const headers = new Headers({ ...always, ...(init.headers as Record<string, string> | undefined) });
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [keys = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = [keys.slice(0, keys.indexOf('=')), keys.slice(keys.indexOf('=') + 1)];
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
      if (value === '' || (expires && Date.parse(expires) < Date.now())) cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { name, value, path, attributes: attributes.join('; ') });
    }
    return answer;
  };
  const visitor: Visitor = {
    cookies,
    get: (url) => send(url, {}),
    post: (url, form, headers = {}) =>
      send(url, { method: 'POST', body: new URLSearchParams(form), headers }),
    async follow(answer, base) {
      let current = answer;
      for (let step = 0; step < 10; step += 1) {
        const location = current.headers.get('location');
        if (location === null) return { answer: current, location: undefined };
        const next = new URL(location, current.url).href;
        if (!next.startsWith(base)) return { answer: current, location: next };
        current = await visitor.get(next);
      }
      throw new Error('redirected in a circle');
    },
  };
  return visitor;
}
