import { randomBytes } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { insertOperator } from '../src/identity/index.ts';
import type { Store } from '../src/platform/database/database.ts';
import { testActor } from './actor.ts';

let operators = 0;

/** An operator with an access token as a sign-in gives it; `url` is the address of the product. */
export async function addOperator(
  { db }: Pick<Store, 'db'>,
  url: string,
): Promise<{ id: string; token: string }> {
  const email = `operator-${++operators}@rules.example`;
  await insertOperator(db, testActor, { email, passwordHash: 'none', now: Date.now() });
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const grantId = randomBytes(20).toString('hex');
  await db
    .insertInto('oidc_records')
    .values({ model: 'Grant', id: grantId, payload: JSON.stringify({ accountId: id }) })
    .execute();
  const { value } = await db
    .selectFrom('identity_secrets')
    .select('value')
    .where('name', '=', 'signing-key')
    .executeTakeFirstOrThrow();
  const jwk = value as unknown as JWK;
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: `${url}/identity`, aud: 'urn:allclear:api', iat: now, exp: now + 600 };
  const token = await new SignJWT({ ...claims, sub: id, grant_id: grantId })
    .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
    .sign(await importJWK(jwk, 'RS256'));
  return { id, token };
}
