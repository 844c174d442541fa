import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../../test/account-server.ts';
import { readFeed } from '../../../test/cap/cap-reader.ts';
import { signInStandIn } from '../../../test/sign-in-stand-in.ts';

const minute = 60_000;

let at: AccountServer;
let admin: { id: string; token: string };
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
  await db().deleteFrom('cap_addresses').execute();
  const { id, email } = await at.person('admin');
  admin = { id, token: (await signInStandIn(at.url).signIn({ email, password })).access_token };
});

const db = () => at.server.store.db;
async function ask(method: string, path: string, headers: Record<string, string> = bearer()) {
  const answer = await fetch(`${at.url}/api/${path}`, { method, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const bearer = () => ({ authorization: `Bearer ${admin.token}` });
const messageOf = (text: string) => JSON.parse(text).responseException.message as string;
const make = async () => {
  const { status, text } = await ask('POST', 'cap/Address');
  expect(status, text).toBe(200);
  return JSON.parse(text).data as { url: string; madeUtc: string; message: string };
};
/** As a reader asks, without credentials. */
const read = (url: string) => ask('GET', new URL(url).pathname.replace('/api/', ''), {});
const age = (ms = minute) =>
  db()
    .updateTable('cap_addresses')
    .set({ made_at: new Date(Date.now() - ms) })
    .execute();

test('is shown once, read without credentials, and stored as a digest only', async () => {
  expect(JSON.parse((await ask('GET', 'cap/Address')).text).data).toBeNull();
  const { url, madeUtc } = await make();
  const secret = /\/api\/cap\/(acc_[\w-]{43})\/Feed$/.exec(url)?.[1] ?? '';
  const feed = await read(url);
  expect([feed.status, feed.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  expect(feed.headers.get('cache-control')).toBe('private, no-cache');
  expect(readFeed(feed.text).entries).toEqual([]);
  expect(feed.text).toContain('is not an all clear');
  const row = await db().selectFrom('cap_addresses').selectAll().executeTakeFirstOrThrow();
  expect(row.hash).toEqual(createHash('sha256').update(secret).digest());
  expect(JSON.stringify(row)).not.toContain(secret);
  const state = JSON.parse((await ask('GET', 'cap/Address')).text).data;
  expect(state).toEqual({ madeUtc, lastUsedUtc: row.last_used_at!.toISOString() });
});

test('renewed, the old one dies at once; renewed twice in a minute it is refused with a sentence', async () => {
  const first = await make();
  const again = await ask('POST', 'cap/Address');
  expect([again.status, messageOf(again.text)]).toEqual([
    409,
    'This address was made less than a minute ago. Wait a minute before you renew it.',
  ]);
  expect((await read(first.url)).status).toBe(200);
  await age();
  const second = await make();
  expect(second.message).toContain('the one before is refused');
  expect([(await read(first.url)).status, (await read(second.url)).status]).toEqual([404, 200]);
});

test('of two renewals at once one is refused', async () => {
  const answers = await Promise.all([ask('POST', 'cap/Address'), ask('POST', 'cap/Address')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('removed, it is refused, and there is none to remove', async () => {
  const { url } = await make();
  expect((await ask('DELETE', 'cap/Address')).status).toBe(200);
  expect((await read(url)).status).toBe(404);
  expect((await ask('DELETE', 'cap/Address')).status).toBe(404);
});

test('of a closed organization does not exist', async () => {
  const { url } = await make();
  const { organization_id } = await db().selectFrom('cap_addresses').selectAll().executeTakeFirstOrThrow();
  const close = (status: string) =>
    db().updateTable('organizations').set({ status }).where('id', '=', organization_id).execute();
  await close('CLOSED');
  try {
    expect((await read(url)).status).toBe(404);
    expect((await read(url.replace('Feed', 'Alert/x'))).status).toBe(404);
  } finally {
    await close('ACTIVE');
  }
});

test.each(['cap/none/Feed', `cap/acc_${'A'.repeat(43)}/Feed`, `cap/acc_${'A'.repeat(43)}/Alert/x`])(
  'no address at all: %s',
  async (path) => {
    const answer = await ask('GET', path, {});
    expect([answer.status, messageOf(answer.text)]).toEqual([404, 'The feed does not exist.']);
  },
);

test('each change leaves an entry, without the address', async () => {
  const { url } = await make();
  await age();
  await make();
  await ask('DELETE', 'cap/Address');
  const rows = await db()
    .selectFrom('audit_entries')
    .select(['action', 'body'])
    .where('actor_id', '=', admin.id)
    .where('action', 'like', 'cap-address.%')
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    'cap-address.made',
    'cap-address.renewed',
    'cap-address.removed',
  ]);
  expect(JSON.stringify(rows)).not.toContain(new URL(url).pathname.split('/')[3]);
});
