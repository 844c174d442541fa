import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { importJWK, type JWK, SignJWT } from 'jose';

const audience = 'urn:allclear:api';

/**
 * Tokens of a person of whom only something is right. `good` is right altogether: without it the others could
 * be refused for a reason of the test's own.
 */
export async function tokensOf(
  { db }: Store,
  { origin, userId }: { origin: string; userId: string },
): Promise<{ good: string; bad: Record<string, string> }> {
  const { value } = await db
    .selectFrom('identity_secrets')
    .select('value')
    .where('name', '=', 'signing-key')
    .executeTakeFirstOrThrow();
  const jwk = value as unknown as JWK;
  const key = await importJWK(jwk, jwk.alg ?? 'RS256');
  const issuer = `${origin}/identity`;
  const now = Math.floor(Date.now() / 1_000);
  const header = { alg: jwk.alg ?? 'RS256', ...(jwk.kid ? { kid: jwk.kid } : {}) };
  const grantId = randomUUID();
  await db
    .insertInto('oidc_records')
    .values({ model: 'Grant', id: grantId, payload: JSON.stringify({ accountId: userId }) })
    .execute();
  const claims = { iss: issuer, aud: audience, sub: userId, grant_id: grantId, iat: now, exp: now + 600 };
  const sign = (
    changes: object,
    by: Parameters<SignJWT['sign']>[0] = key,
    protectedHeader: object = header,
  ) => new SignJWT({ ...claims, ...changes }).setProtectedHeader(protectedHeader as typeof header).sign(by);
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const good = await sign({});
  const [head = '', payload = '', signature = ''] = good.split('.');
  const isEc = header.alg.startsWith('ES');
  const other = isEc
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
  // The confusion of algorithms: the public key as a shared secret.
  const secret = JSON.stringify({ kty: jwk.kty, n: jwk.n, e: jwk.e, crv: jwk.crv, x: jwk.x, y: jwk.y });
  const confused = `${part({ ...header, alg: 'HS256' })}.${payload}`;
  return {
    good,
    bad: {
      'no token at all': '',
      'no token but a word': 'undefined',
      'a malformed token': 'a.b.c',
      'a token cut short': good.slice(0, -10),
      'a token without signature': `${head}.${payload}.`,
      'alg none': `${part({ ...header, alg: 'none' })}.${payload}.`,
      'alg None with a signature': `${part({ ...header, alg: 'None' })}.${payload}.${signature}`,
      'the public key as a secret': `${confused}.${createHmac('sha256', secret).update(confused).digest('base64url')}`,
      'another key': await sign({}, other.privateKey, isEc ? { ...header, alg: 'ES256' } : header),
      'a key of its own in the header': await sign({}, other.privateKey, {
        ...header,
        ...(isEc ? { alg: 'ES256' } : {}),
        jwk: other.publicKey.export({ format: 'jwk' }),
      }),
      expired: await sign({ iat: now - 1_200, exp: now - 600 }),
      'not yet valid': await sign({ nbf: now + 600 }),
      'another audience': await sign({ aud: 'allclear-web' }),
      'another issuer': await sign({ iss: 'https://issuer.example' }),
      'without an end': await sign({ exp: undefined }),
      'another payload under the same signature': `${head}.${part({ ...claims, exp: now + 9_999 })}.${signature}`,
      'without a grant': await sign({ grant_id: undefined }),
      'a grant that has ended': await sign({ grant_id: randomUUID() }),
      'an API key that nobody has': `ack_${Buffer.alloc(32, 7).toString('base64url')}`,
    },
  };
}
