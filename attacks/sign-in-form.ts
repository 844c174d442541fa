import { createHash } from 'node:crypto';
import { createVisitor, type Visitor } from '@allclear/server/test/browser-stand-in.ts';
import { expect } from 'vitest';

/** A browser of which the proxy saw this address; `forged` is what it claims itself. */
export function browserAt(address: string, forged = ''): Visitor {
  return createVisitor({ 'x-forwarded-for': forged === '' ? address : `${forged}, ${address}` });
}

/** Where a sign-in begins. `origin` may be empty for a path; `url` is the address of the product. */
export function authorizationUrl(origin: string, url: string): string {
  const query = new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${url}/callback`, response_type: 'code' },
    ...{ scope: 'openid', code_challenge_method: 'S256', prompt: 'login' },
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
  });
  return `${origin}/identity/auth?${query}`;
}

/** Opens the form of a new sign-in and sends it; the status of the answer. */
export async function trySignIn(
  visitor: Visitor,
  url: string,
  account: { email: string; password: string },
): Promise<number> {
  const { answer } = await visitor.follow(await visitor.get(authorizationUrl(url, url)), `${url}/identity/`);
  expect(answer.status).toBe(200);
  await answer.text();
  const sent = await visitor.post(answer.url, account);
  await sent.text();
  return sent.status;
}
