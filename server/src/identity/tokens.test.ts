import { createServer, type Server } from 'node:http';
import { type HttpClient, openLiveHttpClient } from '@allclear/adapters';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { externalKeys } from './external-issuer.ts';
import { createTokenVerifier } from './tokens.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** A small identity provider: discovery, keys, and the number of requests for them. */
let server: Server;
let issuer: string;
let published: JWK[] = [];
let asked = 0;
let claimedIssuer: string | undefined;
const httpClients: HttpClient[] = [];
const keyPairs: Record<string, KeyPair> = {};
let now = 1_750_000_000_000;
const wallNow = () => now;

beforeAll(async () => {
  for (const kid of ['old', 'new']) keyPairs[kid] = await generateKeyPair('ES256');
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer: claimedIssuer ?? issuer, jwks_uri: `${issuer}/keys` }));
    } else {
      asked += 1;
      response.end(JSON.stringify({ keys: published }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  await publish('old');
});

afterAll(async () => {
  for (const http of httpClients) await http.close();
  server.closeAllConnections();
  server.close();
});

async function publish(...kids: string[]): Promise<void> {
  published = await Promise.all(
    kids.map(async (kid) => ({
      ...(await exportJWK(keyPairs[kid]!.publicKey)),
      kid,
      alg: 'ES256',
      use: 'sig',
    })),
  );
}

function sign(
  claims: Record<string, unknown> = {},
  { kid = 'old', audience = 'allclear', lifeSeconds = 300, from = issuer } = {},
): Promise<string> {
  return new SignJWT({ email: 'ada@example.org', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject('someone')
    .setIssuer(from)
    .setAudience(audience)
    .setExpirationTime(Math.floor(now / 1_000) + lifeSeconds)
    .sign(keyPairs[kid]!.privateKey);
}

function verifier(remembered?: number) {
  const http = openLiveHttpClient({ userAgent: 'Allclear tests' });
  httpClients.push(http);
  return createTokenVerifier({
    issuer,
    audience: 'allclear',
    keys: externalKeys({ issuer, http, wallNow }),
    wallNow,
    remembered,
  });
}

describe('tokens of an external issuer', () => {
  it('are verified with keys found by discovery', async () => {
    const verify = verifier();
    expect(await verify(await sign())).toEqual({
      subject: 'someone',
      verifiedEmail: 'ada@example.org',
      expiresAt: now + 300_000,
    });
    expect((await verify(await sign({ email_verified: false }))).verifiedEmail).toBeUndefined();
    expect((await verify(await sign({ email_verified: undefined }))).verifiedEmail).toBeUndefined();
  });

  it.each([
    ['another audience', () => sign({}, { audience: 'other' })],
    ['another issuer', () => sign({}, { from: 'https://evil.example' })],
    ['an end in the past', () => sign({}, { lifeSeconds: -60 })],
    ['a time of issue in the future', () => sign({ iat: now / 1_000 + 60 })],
    ['a key that is not the issuer’s', () => sign({}, { kid: 'new' })],
  ])('are refused with %s', async (_, make) => {
    await expect(verifier()(await make())).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_J/) });
  });

  it('may be a few seconds ahead of the clock of the server', async () => {
    expect((await verifier()(await sign({ iat: now / 1_000 + 4 }))).subject).toBe('someone');
  });

  it('are checked once a minute, and never believed past their end', async () => {
    const verify = verifier();
    const long = await sign();
    const short = await sign({}, { lifeSeconds: 20 });
    const first = await verify(long);
    expect(await verify(long)).toBe(first);
    await verify(short);
    now += 61_000;
    expect(await verify(long)).not.toBe(first);
    await expect(verify(short)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  it('are remembered up to a limit', async () => {
    const verify = verifier(2);
    const tokens = await Promise.all([1, 2, 3].map((n) => sign({ n })));
    const first = await verify(tokens[0]!);
    for (const token of tokens) await verify(token);
    expect(await verify(tokens[0]!)).not.toBe(first);
  });

  it('follow a change of keys, without asking at every unknown one', async () => {
    const verify = verifier();
    await verify(await sign());
    const before = asked;
    for (let round = 0; round < 5; round += 1)
      await expect(verify(await sign({ round }, { kid: 'new' }))).rejects.toThrow();
    expect(asked).toBe(before);
    await publish('new');
    now += 31_000;
    expect((await verify(await sign({}, { kid: 'new' }))).subject).toBe('someone');
    await publish('old');
  });

  it('are not blamed when the issuer calls itself otherwise', async () => {
    claimedIssuer = 'https://other.example';
    await expect(verifier()(await sign())).rejects.toThrow('calls itself https://other.example');
    claimedIssuer = undefined;
  });
});
