import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVisitor, type Visitor } from '../../test/browser-stand-in.ts';
import { freePort } from '../../test/run-server.ts';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { hashPassword } from './passwords/passwords.ts';

/** The real server over real sockets, behind one proxy: the last entry of X-Forwarded-For is the proxy's. */

const password = 'a storm over the bay';
let server: TestServer;
let url: string;
let organizationId: string;
let passwordHash: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  server = await openTestServer(undefined, {
    settings: { url, port, trustProxy: { kind: 'hops', hops: 1 } },
  });
  await server.app.listen({ host: 'localhost', port });
  ({ organizationId } = await server.organization('Bay schools'));
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());

let email: string;
beforeEach(async () => {
  await server.store.db.deleteFrom('sign_in_failures').execute();
  email = await addUser();
});

async function addUser(): Promise<string> {
  const address = `${randomBytes(6).toString('hex')}@example.org`;
  await server.store.db
    .insertInto('users')
    .values({
      ...{ organization_id: organizationId, email: address, user_name: address, password_hash: passwordHash },
      ...{ first_name: 'Ada', last_name: 'Bay', role: 'admin', created_at: new Date() },
    })
    .execute();
  return address;
}

/** A browser whose requests the proxy saw come from an address; `forged` is what it claims itself. */
const browserAt = (address: string, forged = '') =>
  createVisitor({ 'x-forwarded-for': forged === '' ? address : `${forged}, ${address}` });

async function openForm(visitor: Visitor): Promise<string> {
  const query = new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${url}/callback`, response_type: 'code' },
    ...{ scope: 'openid', code_challenge_method: 'S256', prompt: 'login' },
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
  });
  const { answer } = await visitor.follow(
    await visitor.get(`${url}/identity/auth?${query}`),
    `${url}/identity/`,
  );
  expect(answer.status).toBe(200);
  return answer.url;
}

/** The statuses of so many tries, one after the other; each takes its password and address from `of`. */
async function tries(
  visitor: Visitor,
  count: number,
  of: (index: number) => { email: string; password: string },
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await visitor.post(await openForm(visitor), of(index));
    statuses.push(answer.status);
  }
  return statuses;
}
const guesses = (visitor: Visitor, count: number, at = email) =>
  tries(visitor, count, (index) => ({ email: at, password: `guess ${index}` }));
const signIn = async (visitor: Visitor, at = email) =>
  (await tries(visitor, 1, () => ({ email: at, password })))[0];

describe('a forged X-Forwarded-For', () => {
  test('passes no throttle: of forty guesses five are tried', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 40; index++)
      statuses.push(...(await guesses(browserAt('192.0.2.66', `198.51.100.${index}`), 1)));
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(35).fill(429)]);
  });

  test('and all addresses of an IPv6 /64 are one', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++)
      statuses.push(...(await guesses(browserAt(`2001:db8:1:2::${index}`), 1)));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await signIn(browserAt('2001:db8:1:3::1'))).toBe(303);
  });
});

test('with networks of proxies the client is the last address that is in none of them', async () => {
  const settings = { trustProxy: { kind: 'networks', networks: ['127.0.0.0/8', '10.0.0.0/8'] } } as const;
  const other = await openTestServer(undefined, { settings });
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = other.app.server.address() as AddressInfo;
  const status = async (forwarded: string) => {
    const key = `ack_${randomBytes(32).toString('base64url')}`;
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded };
    return (await fetch(`http://127.0.0.1:${port}/api/location`, { headers })).status;
  };
  for (let index = 0; index < 30; index++)
    expect(await status(`203.0.113.${index}, 198.51.100.7, 10.0.0.${index}`)).toBe(401);
  expect(await status('203.0.113.99, 198.51.100.7, 10.0.0.99')).toBe(429);
  expect(await status('198.51.100.8, 10.0.0.99')).toBe(401);
  await other.close();
});

describe('nobody locks another out', () => {
  test('a person signs in from another network while somebody guesses', async () => {
    expect((await guesses(browserAt('192.0.2.66'), 10)).at(-1)).toBe(429);
    expect(await signIn(browserAt('198.51.100.7'))).toBe(303);
    expect((await guesses(browserAt('192.0.2.66'), 1))[0]).toBe(429);
  });

  test('a person signs in from the same network while somebody guesses, in a browser that signed in before', async () => {
    const victim = browserAt('192.0.2.66');
    expect(await signIn(victim)).toBe(303);
    expect((await guesses(browserAt('192.0.2.66'), 10)).at(-1)).toBe(429);
    expect(await signIn(victim)).toBe(303);
    // The count of the attacker goes on.
    expect((await guesses(browserAt('192.0.2.66'), 1))[0]).toBe(429);
  });

  test('a school behind one router is not shut out by thirty wrong guesses of one', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, addUser));
    for (const other of others) await guesses(browserAt('192.0.2.66'), 6, other);
    expect(await signIn(browserAt('192.0.2.66'))).toBe(303);
  });

  test('guesses that are not tried use up nothing of their network', async () => {
    await guesses(browserAt('192.0.2.66'), 20);
    const { failures } = await server.store.db
      .selectFrom('sign_in_failures')
      .select('failures')
      .where('subject', '=', 'network 192.0.2.66')
      .executeTakeFirstOrThrow();
    expect(failures).toBe(5);
  });

  test('a browser that signed in before passes a network that has used up its guesses', async () => {
    const victim = browserAt('192.0.2.66');
    expect(await signIn(victim)).toBe(303);
    await server.store.db
      .insertInto('sign_in_failures')
      .values({ subject: 'network 192.0.2.66', failures: 300, window_started_at: new Date() })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ failures: 300 }))
      .execute();
    expect(await signIn(browserAt('192.0.2.66'))).toBe(429);
    expect(await signIn(victim)).toBe(303);
  });
});

describe('a browser that signed in before', () => {
  test('has five guesses of its own, and for another account none', async () => {
    const device = browserAt('192.0.2.66');
    expect(await signIn(device)).toBe(303);
    expect(await guesses(device, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // Of another account it is a browser like any.
    const other = await addUser();
    expect((await guesses(browserAt('192.0.2.66'), 6, other)).at(-1)).toBe(429);
    expect((await guesses(device, 1, other))[0]).toBe(429);
  });

  test('is recognized by a cookie that is signed, long-lived and out of reach of scripts, and names nobody', async () => {
    const device = browserAt('192.0.2.66');
    await signIn(device);
    const cookie = [...device.cookies.values()].find(({ name }) => name === 'allclear_device');
    expect(cookie?.attributes).toMatch(/Max-Age=31536000; HttpOnly; SameSite=Lax/);
    const text = `${cookie?.value} ${Buffer.from(cookie?.value ?? '', 'base64url')}`;
    expect(text).not.toContain(email);
    expect(server.logged.join('')).not.toContain(cookie?.value);
  });
});

describe('API keys', () => {
  const bad = () => `ack_${randomBytes(32).toString('base64url')}`;
  const call = async (key: string, address: string) =>
    (await ask(server.app, 'GET', '/api/location', { key, headers: { 'x-forwarded-for': address } })).status;
  const station = async (key: string, address: string) =>
    (
      await server.app.inject({
        ...{ method: 'POST', url: `/data/report/${key}`, payload: 'tempf=70' },
        headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).statusCode;

  test.each([
    ['of people', call],
    ['of stations', station],
  ])('%s: unknown ones are throttled by network, IPv6 by /64', async (_name, tryKey) => {
    const statuses: number[] = [];
    for (let index = 0; index < 40; index++) statuses.push(await tryKey(bad(), `2001:db8:9:9::${index}`));
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
    expect(await tryKey(bad(), '2001:db8:9:10::1')).toBe(401);
  });

  test('that are good go on where others of their network guess', async () => {
    const { people } = await server.organization('Guessed at');
    expect(await call(people.admin.key, '203.0.113.1')).toBe(200);
    for (let index = 0; index < 40; index++) await call(bad(), '203.0.113.1');
    expect(await call(bad(), '203.0.113.1')).toBe(429);
    expect(await call(people.admin.key, '203.0.113.1')).toBe(200);
  });

  test.each([
    ['of people', call],
    ['of stations', station],
  ])('%s: a refused one does not cost a second look-up', async (_name, tryKey) => {
    const key = bad();
    let queries = 0;
    const count = () => queries++;
    server.store.pool.on('acquire', count);
    for (let round = 0; round < 20; round++) expect(await tryKey(key, '203.0.113.9')).toBe(401);
    server.store.pool.off('acquire', count);
    expect(queries).toBe(1);
  });
});
