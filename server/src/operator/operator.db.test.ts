import { createHash, randomBytes } from 'node:crypto';
import * as contract from '@allclear/contract';
import { type Route, startImpersonation } from '@allclear/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../test/account-server.ts';
import { testActor } from '../../test/actor.ts';
import { addOperator } from '../../test/operator.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { ask } from '../../test/test-server.ts';
import { hashPassword } from '../identity/passwords/passwords.ts';
import { endSignIns } from '../identity/sessions/sign-outs.store.ts';
import { ensurePartitions } from '../platform/database/partitions.store.ts';

let at: AccountServer;
let operator: { id: string; token: string };

beforeAll(async () => {
  at = await openAccountServer();
  operator = await addOperator(at.server.store, at.url);
});
afterAll(() => at.close());

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  key: string,
  body?: unknown,
) => ask(at.server.app, method, `/api/${path}`, { key, ...(body === undefined ? {} : { body }) });

const verifier = randomBytes(32).toString('base64url');
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

const start = (userId: string, key = operator.token, reason = 'Cannot save a policy') =>
  send('POST', startImpersonation.path, key, { userId, reason, codeChallenge });

interface Exchanged {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
}

/** Exchanges a code as the page does. */
const exchange = (code: string, more: Record<string, string> = {}) =>
  fetch(`${at.url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'allclear-impersonation', grant_type: 'authorization_code', code },
      ...{ redirect_uri: `${at.url}/impersonation`, code_verifier: verifier },
      ...more,
    }),
  });

async function impersonate(userId: string, key = operator.token): Promise<Exchanged> {
  const { status, body } = await start(userId, key);
  expect(status, JSON.stringify(body)).toBe(200);
  const answer = await exchange(body.data.code);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Exchanged;
}

const routes = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'needs' in entry && 'path' in entry,
);
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');

test('an operator who acts as nobody is refused by every route that is not for operators', async () => {
  const wrong: string[] = [];
  for (const route of routes) {
    if (route.needs === 'public' || route.needs === 'operator' || route.forOperators) continue;
    const { status } = await send(route.method, pathOf(route), operator.token, {});
    if (status !== 403) wrong.push(`${route.method} ${route.path}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect((await send('GET', 'operator/Organizations', operator.token)).status).toBe(200);
}, 60_000);

test('nobody but an operator is answered by a route for operators', async () => {
  const { people } = await at.server.organization('Curious');
  const own = routes.filter(({ needs }) => needs === 'operator');
  expect(own).toHaveLength(8);
  for (const route of own)
    expect((await send(route.method, pathOf(route), people['super-admin'].key, {})).status).toBe(403);
});

test('an operator adds an organization, whose Super Admin is invited by mail', async () => {
  const added = await send('POST', 'operator/Organizations', operator.token, {
    ...{
      name: 'Hill Schools',
      supportEmail: 'help@hill.example',
      firstName: 'Ada',
      email: 'ada@hill.example',
    },
    timeZone: 'Eastern',
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  expect(added.body.data).toMatchObject({
    link: null,
    organization: { name: 'Hill Schools', status: 'ACTIVE', liveStreamMinutes: 600, people: 1 },
  });
  expect((await at.mailsTo('ada@hill.example', 1))[0]).toContain('account-link#');
  const again = await send('POST', 'operator/Organizations', operator.token, {
    ...{
      name: 'HILL schools',
      supportEmail: 'help@hill.example',
      firstName: 'Ada',
      email: 'eve@hill.example',
    },
    timeZone: 'Eastern',
  });
  expect(again.status).toBe(409);
  const wrong = await send('POST', 'operator/Organizations', operator.token, {
    ...{ name: '<b>', supportEmail: 'nobody', firstName: '', email: 'nobody', timeZone: 'Moon' },
  });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body.responseException.errors).sort()).toEqual([
    'Email',
    'FirstName',
    'Name',
    'SupportEmail',
    'TimeZone',
  ]);
});

test('an operator has a name, which a second editor does not overwrite unseen', async () => {
  const own = await addOperator(at.server.store, at.url);
  const read = await send('GET', 'operator/Profile', own.token);
  expect(read.body.data).toMatchObject({ id: own.id, firstName: 'Operator', lastName: '', revision: 1 });
  const save = (body: object) => send('POST', 'operator/Profile', own.token, body);
  const saved = await save({ firstName: ' Sam ', lastName: 'Rivera', revision: 1 });
  expect(saved.body.data.profile).toMatchObject({ firstName: 'Sam', lastName: 'Rivera', revision: 2 });
  expect((await save({ firstName: 'Eve', lastName: '', revision: 1 })).status).toBe(409);
  const refused = await save({ firstName: ' ', lastName: '<b>', revision: 2 });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.responseException.errors).sort()).toEqual(['FirstName', 'LastName']);
  // The accounts of other operators stay.
  expect((await send('GET', 'operator/Profile', operator.token)).body.data.firstName).toBe('Operator');
});

test('an operator changes the own password and factors and ends the own sessions', async () => {
  const own = await addOperator(at.server.store, at.url);
  const { status, body } = await send('GET', 'account/factors', own.token);
  expect([status, body.data]).toMatchObject([200, { managedBy: 'allclear', isRequired: true }]);
  expect((await send('GET', 'account/sessions', own.token)).body.data).toEqual([]);
  expect((await send('DELETE', 'account/sessions', own.token)).body.data).toMatchObject({ ended: 0 });
  const { db } = at.server.store;
  const passwordHash = (await hashPassword('three words for this')) as string;
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', own.id).execute();
  const change = (userId: string, currentPassword: string) =>
    send('POST', 'account/change', own.token, {
      ...{ userId, currentPassword, newPassword: 'other words than those' },
      confirmedNewPassword: 'other words than those',
    });
  expect((await change(own.id, 'not these words')).status).toBe(400);
  expect((await change(operator.id, 'three words for this')).status).toBe(404);
  expect((await change(own.id, 'three words for this')).status).toBe(200);
  const begun = await send('POST', 'account/factors/totp', own.token, {
    currentPassword: 'other words than those',
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
});

test('an organization sees which operators acted as whom, by name, and no other organization does', async () => {
  const [ours, theirs] = [await at.server.organization('Seen'), await at.server.organization('Unseen')];
  await impersonate(ours.people.admin.id);
  const list = (key: string) => send('GET', 'Settings/Impersonations', key);
  expect((await list(ours.people.admin.key)).body.data).toMatchObject([
    {
      ...{ operator: 'Operator', operatorEmail: expect.stringContaining('@rules.example') },
      ...{ person: expect.stringMatching(/\S/), reason: 'Cannot save a policy', endedUtc: null },
    },
  ]);
  expect((await list(theirs.people['super-admin'].key)).body.data).toEqual([]);
  for (const role of ['assistant-admin', 'customer'] as const)
    expect((await list(ours.people[role].key)).status).toBe(403);
  const { access_token: token } = await impersonate(ours.people.admin.id);
  expect((await list(token)).body.data).toMatchObject([
    { endedUtc: null },
    { endedUtc: expect.stringMatching(/Z$/) },
  ]);
});

test('of two operators who change an organization the second learns what the first changed', async () => {
  const { organizationId: id } = await at.server.organization('Edited');
  const change = (body: object) => send('PATCH', 'operator/Organizations', operator.token, { id, ...body });
  const first = await change({ revision: 1, banner: 'Fields are closed', withheldFeatures: ['met.support'] });
  expect(first.body.data.organization).toMatchObject({ banner: 'Fields are closed', revision: 2 });
  const second = await change({ revision: 1, liveStreamMinutes: 5 });
  expect(second.status).toBe(409);
  expect(JSON.stringify(second.body)).toContain('Banner');
  expect((await change({ status: 'GONE' })).body.responseException.errors.Status).toHaveLength(1);
  expect((await change({ withheldFeatures: ['policies:write'] })).status).toBe(400);
});

test('closing an organization ends the access of its people within two seconds, and keeps its data', async () => {
  const { organizationId: id, people } = await at.server.organization('Closing');
  const { key } = people.admin;
  expect((await send('GET', 'Customer', key)).status).toBe(200);
  const stream = await fetch(`${at.url}/api/events`, { headers: { authorization: `Bearer ${key}` } });
  const reader = stream.body!.getReader();
  await reader.read();
  expect(
    (await send('PATCH', 'operator/Organizations', operator.token, { id, status: 'CLOSED' })).status,
  ).toBe(200);
  const begun = performance.now();
  while (!(await reader.read()).done);
  await expect.poll(async () => (await send('GET', 'Customer', key)).status, { timeout: 2_000 }).toBe(403);
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect((await start(people.admin.id)).status).toBe(409);
  expect(
    (await send('PATCH', 'operator/Organizations', operator.token, { id, status: 'ACTIVE' })).status,
  ).toBe(200);
  await expect.poll(async () => (await send('GET', 'Customer', key)).status, { timeout: 2_000 }).toBe(200);
});

test('erasing asks for a closed organization and its name, and leaves no row of it', async () => {
  const { db, pool } = at.server.store;
  const { organizationId: id, people } = await at.server.organization('Erased');
  const { key } = people['super-admin'];
  expect((await send('POST', 'site/add', key, { name: 'Group' })).status).toBe(200);
  const place = { label: 'Field', latitude: 28, longitude: -82 };
  expect((await send('POST', 'location/Add', key, place)).status).toBe(200);
  await impersonate(people.admin.id);
  const measured = {
    at: new Date(),
    reports: 1,
    quarters: 1,
    wind_east_sum: 0,
    wind_north_sum: 0,
    wind_vectors: 0,
  };
  const made = { vendor: 'own', name: 'Roof', latitude: 28, longitude: -82, updated_at: measured.at };
  await db
    .insertInto('stations')
    .values({ ...made, id: 'roof', organization_id: id })
    .execute();
  for (const table of ['station_quarters', 'station_hours'] as const) {
    await ensurePartitions(db, table, [measured.at.getTime()]);
    await db
      .insertInto(table)
      .values({ ...measured, station_id: 'roof' })
      .execute();
  }
  const erase = (name: string) => send('POST', 'operator/Organizations/Erase', operator.token, { id, name });
  expect((await erase('Erased')).status).toBe(409);
  await send('PATCH', 'operator/Organizations', operator.token, { id, status: 'CLOSED' });
  expect((await erase('erased')).status).toBe(400);
  expect(
    await db.selectFrom('locations').select('id').where('organization_id', '=', id).execute(),
  ).toHaveLength(1);
  expect((await erase('Erased')).status).toBe(200);
  expect((await erase('Erased')).status).toBe(404);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} where organization_id = $1`, [id]);
    expect(rows, name).toEqual([]);
  }
  for (const table of ['station_quarters', 'station_hours'])
    expect((await pool.query(`select 1 from ${table}`)).rows, table).toEqual([]);
  const { rows: left } = await pool.query(`select 1 from oidc_records where payload ->> 'accountId' = $1`, [
    people.admin.id,
  ]);
  expect(left).toEqual([]);
});

test('an erasure that fails leaves everything', async () => {
  const { pool } = at.server.store;
  const { organizationId: id } = await at.server.organization('Half');
  await send('PATCH', 'operator/Organizations', operator.token, { id, status: 'CLOSED' });
  await pool.query(`create table holds_back (organization_id uuid references organizations (id))`);
  await pool.query('insert into holds_back values ($1)', [id]);
  try {
    const people = async () =>
      (await pool.query('select id from users where organization_id = $1 order by 1', [id])).rows;
    const before = await people();
    expect(before.length).toBeGreaterThan(3);
    const erase = () => send('POST', 'operator/Organizations/Erase', operator.token, { id, name: 'Half' });
    expect((await erase()).status).toBe(500);
    expect(await people()).toEqual(before);
  } finally {
    await pool.query('drop table holds_back');
  }
});

test('every table that names an organization goes with it', async () => {
  const { rows } = await at.server.store.pool.query(
    `select conrelid::regclass::text as child from pg_constraint
     where contype = 'f' and confrelid = 'organizations'::regclass and confdeltype <> 'c'`,
  );
  expect(rows).toEqual([]);
});

test('an operator acts as a person for 30 minutes, with a token that names both and no refresh token', async () => {
  const { organizationId, people } = await at.server.organization('Visited');
  const { key } = people.admin;
  const tokens = await impersonate(people.admin.id);
  expect(tokens.refresh_token).toBeUndefined();
  expect(tokens.expires_in).toBe(1_800);
  const [, payload = ''] = tokens.access_token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(claims).toMatchObject({ sub: people.admin.id, act: { sub: operator.id } });
  expect(claims.exp - claims.iat).toBe(1_800);
  const userinfo = await fetch(`${at.url}/identity/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(await userinfo.json()).toMatchObject({
    ...{ sub: people.admin.id, customer_id: organizationId, act: { sub: operator.id } },
  });
  const current = await send('GET', 'user/current', tokens.access_token);
  expect(current.body.data).toMatchObject({
    id: people.admin.id,
    impersonation: { operator: 'Operator', reason: 'Cannot save a policy' },
  });
  expect((await send('GET', 'user/current', key)).body.data.impersonation).toBeUndefined();
  // Only what the person may do.
  expect((await send('GET', 'operator/Organizations', tokens.access_token)).status).toBe(403);
  const detail = await send('GET', `operator/Organizations/${organizationId}`, operator.token);
  expect(detail.body.data.impersonations).toMatchObject([
    { operator: 'Operator', userId: people.admin.id, reason: 'Cannot save a policy', endedUtc: null },
  ]);
  expect(at.server.logged.join('')).toContain('"event":"impersonation-started"');

  await at.server.store.db
    .updateTable('impersonations')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('user_id', '=', people.admin.id)
    .execute();
  const status = async () => (await send('GET', 'Customer', tokens.access_token)).status;
  await expect.poll(status, { timeout: 2_000 }).toBe(401);
});

test('passwords, factors, sessions and keys are not changed by somebody who acts as the person', async () => {
  const { people } = await at.server.organization('Guarded');
  const { access_token: token } = await impersonate(people['super-admin'].id);
  const guarded = routes.filter(({ refusesImpersonation }) => refusesImpersonation);
  const names = guarded.map(({ method, path }) => `${method} ${path}`);
  for (const one of [
    ...['POST account/change', 'GET account/sendactivateemail', 'POST account/factors/reset'],
    ...['DELETE account/sessions', 'POST DisplayLink', 'POST WeatherStation', 'POST Settings/Push'],
  ])
    expect(names).toContain(one);
  for (const route of guarded)
    expect((await send(route.method, pathOf(route), token, {})).status, route.path).toBe(403);
  expect((await send('GET', 'Customer', token)).status).toBe(200);
});

test('ending an impersonation, a new one and the end of the operator’s sign-in end its token within two seconds', async () => {
  const { people } = await at.server.organization('Ended');
  const other = await addOperator(at.server.store, at.url);
  const status = async (token: string) => (await send('GET', 'Customer', token)).status;
  const gone = (token: string) => expect.poll(() => status(token), { timeout: 2_000 }).toBe(401);

  const first = await impersonate(people.admin.id, other.token);
  expect((await send('POST', 'account/impersonation/end', first.access_token)).status).toBe(200);
  await gone(first.access_token);
  expect((await send('POST', 'account/impersonation/end', people.admin.key)).status).toBe(403);

  const second = await impersonate(people.admin.id, other.token);
  const third = await impersonate(people.customer.id, other.token);
  await gone(second.access_token);
  expect(await status(third.access_token)).toBe(200);
  await endSignIns(at.server.store.db, testActor, { userId: other.id, now: Date.now() });
  await gone(third.access_token);
});

test('a code works once, with its verifier, for the impersonation client; nobody gets one by signing in', async () => {
  const { people } = await at.server.organization('Codes');
  const { code } = (await start(people.admin.id)).body.data;
  expect((await exchange(code, { code_verifier: randomBytes(32).toString('base64url') })).status).toBe(400);
  expect((await exchange(code, { client_id: 'allclear-web' })).status).toBe(400);
  expect((await exchange(code)).status).toBe(200);
  expect((await exchange(code)).status).toBe(400);
  const { email } = await at.person('admin');
  const browser = signInStandIn(at.url);
  await browser.signIn({ email, password });
  const asked = await browser.visitor.get(
    `${at.url}/identity/auth?${new URLSearchParams({
      ...{ client_id: 'allclear-impersonation', response_type: 'code', scope: 'openid', prompt: 'none' },
      ...{ redirect_uri: `${at.url}/impersonation` },
      ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
    })}`,
  );
  const back = new URL(asked.headers.get('location') ?? '');
  expect(back.searchParams.get('error')).toBe('unauthorized_client');
  expect(back.searchParams.get('code')).toBeNull();
});

test('nobody is impersonated without a reason, no operator, nobody who cannot sign in', async () => {
  const { people } = await at.server.organization('Reasons');
  const other = await addOperator(at.server.store, at.url);
  expect((await start(people.admin.id, operator.token, ' ')).status).toBe(400);
  expect((await start(people.admin.id, operator.token, 'x'.repeat(501))).status).toBe(400);
  expect((await start(other.id)).status).toBe(404);
  expect((await start(operator.id)).status).toBe(404);
  expect((await start('x')).status).toBe(404);
  expect((await start(people['notification-only'].id)).status).toBe(409);
  expect((await start(people.admin.id, people['super-admin'].key)).status).toBe(403);
});

test('the Super Admins of an organization with the widgets of all carry the claim WIDGET_ADMIN', async () => {
  const { organizationId: id, people } = await at.server.organization('Widgets');
  const claims = async (userId: string) => {
    const { access_token } = await impersonate(userId);
    const answer = await fetch(`${at.url}/identity/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  expect(await claims(people['super-admin'].id)).not.toHaveProperty('WIDGET_ADMIN');
  await send('PATCH', 'operator/Organizations', operator.token, { id, isWidgetAdmin: true });
  expect(await claims(people['super-admin'].id)).toMatchObject({ WIDGET_ADMIN: 'ALL' });
  expect(await claims(people.admin.id)).not.toHaveProperty('WIDGET_ADMIN');
});
