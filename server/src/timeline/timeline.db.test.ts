import { randomUUID } from 'node:crypto';
import type { Timeline } from '@allclear/contract';
import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, startAt, type TestServer, testSecrets } from '../../test/test-server.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { WarningWatch } from '../warnings/watch-warnings.ts';

const minute = 60_000;

let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;
let watch: WarningWatch;
let seenThrough: number;
let unsubscribe: (() => void)[];

beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Our District'));
  const place = await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field });
  stadium = place.body.data.organizationLocation.id;
  // Longer than the timer before the day's part that is asked for.
  await server.batch(startAt - 100 * minute, startAt);
  seenThrough = startAt;
  const { store, clock, live, alerts } = server;
  const fresh = new WarningWatch({
    db: store.db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  unsubscribe = [
    live.onBatches((batches) => fresh.batches(batches)),
    live.onReports((placeIds) => fresh.reports(placeIds)),
  ];
  watch = fresh;
});
afterEach(async () => {
  for (const end of unsubscribe) end();
  await server.close();
});

function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = people.admin.key) {
  return ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
}
/** Minutes go by, with strikes so many miles north of the field at the end of the first. */
async function pass(minutes: number, milesNorth: readonly number[] = [], isObserved = true): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    server.clock.advance(minute);
    const now = server.clock.now();
    const flashes = (i === 0 ? milesNorth : []).map((miles, index) => ({
      ...{ at: now - 1_000, key: `${now} ${index}` },
      ...{ latitude: field.latitude + miles / 69.1, longitude: field.longitude },
    }));
    if (isObserved) {
      await server.batch(seenThrough, now, flashes);
      seenThrough = now;
    } else seenThrough = now;
    await watch.round();
  }
}
const iso = (at: number) => new Date(at).toISOString();
const span = () => `from=${iso(startAt)}&to=${iso(server.clock.now() + minute)}`;
async function read(query = span(), key = people.admin.key): Promise<Timeline> {
  const { status, body } = await call('GET', `Timeline/${stadium}?${query}`, undefined, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
/** Minutes since the beginning, kind and text of each entry. */
const lines = ({ entries }: Timeline) =>
  entries.map(({ atUtc, kind, text }) => [Math.round((Date.parse(atUtc) - startAt) / minute), kind, text]);

test('an event is in order: strikes, zones, the warning with its notices, thunder, a closure and what was not observed', async () => {
  await call('POST', 'policy', lightning);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  await pass(3);
  await pass(1, [4, 6]);
  const now = wallNow();
  const press = { organizationLocationId: stadium, key: randomUUID(), pressedAtMs: now, sentAtMs: now };
  const report = await call('POST', 'ThunderReport', press, people.customer.key);
  expect(report.status).toBe(200);
  await pass(1);
  const undone = { reason: 'A truck' };
  expect((await call('POST', `ThunderReport/${report.body.data.id}/TakeBack`, undone)).status).toBe(200);
  await pass(5);
  await pass(10, [], false);
  await pass(1);
  const closed = { organizationLocationId: stadium, reason: 'Lights out', untilUtc: null };
  const { id } = (await call('POST', 'Closure', closed)).body.data;
  await pass(35);
  await call('POST', `Closure/${id}/Open`, {});
  const timeline = await read();
  const shown = lines(timeline);
  const at = (text: RegExp) => shown.find(([, , entry]) => text.test(String(entry)))?.[0];
  expect(shown[0]).toEqual([
    0,
    'zone',
    expect.stringMatching(/^Within .* mi: the quiet time was observed in full$/),
  ]);
  expect(shown[1]).toEqual([0, 'place', expect.stringMatching(/ watches: 10 mi and 30 min of quiet$/)]);
  expect(shown.slice(2, 4)).toContainEqual([4, 'lightning', '2 strikes, the nearest 4.0 mi N']);
  expect(at(/^Warning of .* began$/)).toBe(4);
  expect(at(/^Thunder reported$/)).toBe(4);
  expect(at(/^Thunder report taken back$/)).toBe(5);
  expect(at(/^Not observed$/)).toBe(10);
  expect(at(/held: its data are lost$/)).toBeGreaterThan(10);
  expect(at(/state is not known/)).toBe(13);
  expect(at(/^Place closed: Lights out$/)).toBe(21);
  // Ten minutes were not observed: the quiet time begins anew after them.
  expect(at(/^Warning of .* ended$/)).toBe(50);
  expect(at(/^Closure ended by a person$/)).toBe(56);
  expect(shown.filter(([, kind]) => kind === 'notice').length).toBeGreaterThanOrEqual(4);
  const gap = timeline.entries.find(({ kind }) => kind === 'unobserved');
  expect([gap?.atUtc, gap?.untilUtc]).toEqual([iso(startAt + 10 * minute), iso(startAt + 20 * minute)]);
  const times = timeline.entries.map(({ atUtc }) => atUtc);
  expect(times).toEqual([...times].sort());
  expect(timeline).toMatchObject({
    ...{ organizationLocationName: 'Stadium', timeZone: 'America/New_York', weather: 'simulated' },
    ...{ radiiMiles: expect.arrayContaining([10]), allClearMinutes: 30 },
  });
});

test('without observation nothing reads as quiet', async () => {
  await pass(20, [], false);
  const { entries } = await read();
  expect(entries.find(({ kind }) => kind === 'unobserved')).toMatchObject({
    ...{ text: 'Not observed', isOpen: true, atUtc: iso(startAt), untilUtc: null },
  });
  const old = await read(`from=2026-05-01&to=2026-05-01`);
  expect(old.entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['unobserved', 'No observation is stored'],
    ['zone', expect.stringMatching(/: the state is not known, too little is observed$/)],
  ]);
  for (const { text, detail } of old.entries)
    expect(`${text} ${detail}`).not.toMatch(/\b(clear|safe|quiet)\b/i);
});

test('a place that no feed covers says so', async () => {
  const far = { name: 'Far', address: '', latitude: 10, longitude: 150 };
  stadium = (await call('POST', 'organizationLocation/Add', far)).body.data.organizationLocation.id;
  server.clock.advance(minute);
  expect(lines(await read())).toEqual([
    [0, 'unobserved', 'No lightning feed covers this place'],
    [0, 'zone', expect.stringMatching(/state is not known/)],
  ]);
});

test('a siren’s commands and faults, and a mass message with what became of it, are on it', async () => {
  const { db } = server.store;
  const now = new Date(server.clock.now());
  const unit = await db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, name: 'Horn', model: 'OWS', organization_location_id: stadium },
      ...{ driver: 'simulated', address: 'horn', created_at: now, updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('hardware_commands')
    .values({
      ...{ id: randomUUID(), organization_id: organizationId, unit_id: unit.id, action: 'light' },
      ...{ content: JSON.stringify({ kind: 'light', on: true, limitSeconds: null }), cause: 'person' },
      ...{ cause_details: JSON.stringify({ text: 'Switched by a person.' }), user_id: people.admin.id },
      ...{ state: 'failed', detail: 'no answer', at: now, created_at: now, deadline_at: now },
    })
    .execute();
  await db
    .insertInto('hardware_faults')
    .values({ organization_id: organizationId, unit_id: unit.id, kind: 'away', text: 'Away', began_at: now })
    .execute();
  const sent = await call('POST', 'Communication/Mass/Send', {
    ...{
      key: randomUUID(),
      headline: 'Bus at gate 2',
      message: 'The bus waits at gate 2.',
      senderText: 'Field',
    },
    ...{ channel: 5, recipients: [people.customer.id], isDrill: true },
  });
  server.clock.advance(1);
  const { entries } = await read();
  const others = await read(span(), people['assistant-admin'].key);
  expect(others.entries.filter(({ kind }) => kind === 'message')).toEqual([]);
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
  expect(of('siren')).toMatchObject([
    {
      text: 'Horn: Light on',
      actor: expect.stringMatching(/\w/),
      detail: 'Switched by a person. Result: failed: no answer',
    },
    { text: 'Horn: fault', isOpen: true },
  ]);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(of('message')).toMatchObject([
    {
      text: expect.stringMatching(/^Drill: mass message: Bus at gate 2$/),
      actor: expect.stringMatching(/\w/),
      detail: expect.stringMatching(/accepted, \d+ failed/),
    },
  ]);
});

test('duties, tests and drills, what was enabled, moves and radii are on it', async () => {
  const { db } = server.store;
  const put = (path: string, body: object) =>
    ask(server.app, 'PUT', `/api/${path}`, { key: people.admin.key, body });
  const duty = (userId: string | null) => ({ userId, standIns: [] });
  await db
    .updateTable('users')
    .set({ first_name: 'Dora', last_name: 'Decides' })
    .where('id', '=', people.customer.id)
    .execute();
  const first = await put(`Duty/${stadium}`, {
    ...{ watcher: duty(null), decisionMaker: duty(people.customer.id) },
  });
  expect(first.status).toBe(200);
  const { id: policyId } = (await call('POST', 'policy', lightning)).body.data;
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  await pass(2, [4]);
  await put(`Duty/${stadium}`, { watcher: duty(null), decisionMaker: duty(null), revision: 1 });
  await pass(1);
  const now = new Date(server.clock.now());
  const unit = await db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, name: 'Horn', model: 'OWS', organization_location_id: stadium },
      ...{ driver: 'simulated', address: 'horn', created_at: now, updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('hardware_tests')
    .values({
      ...{ organization_id: organizationId, unit_id: unit.id, kind: 'drill', user_id: people.admin.id },
      ...{ begun_at: now, sound_ends_at: now, ends_at: now, ended_at: now, ended_because: 'over' },
    })
    .execute();
  const off = await call('POST', 'Support/Disable', { id: unit.id, message: 'Repair' });
  expect([off.status, off.body.responseException]).toEqual([200, undefined]);
  const radius = await ask(server.app, 'PATCH', '/api/policy', {
    ...{ key: people.admin.key, body: { id: policyId, threshold: 8 } },
  });
  expect(radius.status).toBe(200);
  const place = (await call('GET', 'organizationLocation')).body.data.find(
    ({ id }: { id: string }) => id === stadium,
  );
  const moved = await call('POST', 'organizationLocation/Update', {
    ...{ ...place, latitude: field.latitude + 0.01 },
  });
  expect([moved.status, moved.body.responseException]).toEqual([200, undefined]);
  server.clock.advance(minute);
  const timeline = await read();
  const texts = timeline.entries.map(({ kind, text, detail }) => `${kind}: ${text}. ${detail}`);
  for (const wanted of [
    /^duty: On duty as the warning of .* began\. Watcher: nobody\. Decision maker: Dora Decides\.$/,
    /^duty: Decision maker from now on: nobody\. Before: Dora Decides\.$/,
    /^siren: Horn: drill\. No weather caused it\. Its time was over\.$/,
    /^siren: Horn: disabled\. Reason: Repair$/,
    /^place: .* changed: 8 mi and 30 min of quiet\. Before: 10 mi and 30 min of quiet\.$/,
    /^place: Place moved\. Before: 28\.00000, -82\.00000\. Then: 28\.01000, -82\.00000\.$/,
  ])
    expect(texts).toContainEqual(expect.stringMatching(wanted));
});

test('names of people are for those who may read the audit, and nothing is for others', async () => {
  const closed = { organizationLocationId: stadium, reason: 'Lights out', untilUtc: null };
  await call('POST', 'Closure', closed);
  server.clock.advance(1);
  const closure = ({ entries }: Timeline) => entries.find(({ kind }) => kind === 'closure')?.actor;
  expect(closure(await read())).toMatch(/\w/);
  expect(closure(await read(span(), people['assistant-admin'].key))).toBeNull();
  expect((await call('GET', `Timeline/${stadium}`, undefined, people.customer.key)).status).toBe(403);
  const theirs = await server.organization('Their District');
  for (const path of [`Timeline/${stadium}`, `Timeline/${stadium}/Export`, 'Timeline/nonsense'])
    expect((await call('GET', path, undefined, theirs.people.admin.key)).status).toBe(404);
});

test('days are those of the place, and a bad span is refused with a sentence', async () => {
  // Clocks are set back on this day: it has 25 hours.
  server.clock.set(Date.UTC(2026, 10, 3));
  const { fromUtc, toUtc } = await read('from=2026-11-01&to=2026-11-01');
  expect([fromUtc, toUtc]).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']);
  expect((await read('')).fromUtc).toBe('2026-11-02T05:00:00.000Z');
  const refusals = [
    ['from=2026-11-02&to=2026-11-01', 'The end must be after the start'],
    ['from=2026-10-01&to=2026-10-09', 'A timeline spans at most 3 days'],
    ['from=2026-12-01', 'A timeline begins in the past: nothing is stored of what comes'],
    ['from=tomorrow', 'From must be a date or an instant (ISO 8601)'],
  ];
  for (const [query, sentence] of refusals) {
    const { status, body } = await call('GET', `Timeline/${stadium}?${query}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(String(sentence))]);
  }
});

test('the file has the same entries with local times, and its download is in the audit', async () => {
  await pass(1, [4]);
  const answer = await server.app.inject({
    ...{ method: 'GET', url: `/api/Timeline/${stadium}/Export?${span()}` },
    headers: { 'x-api-key': people.admin.key, authorization: `Bearer ${people.admin.key}` },
  });
  expect(answer.statusCode).toBe(200);
  const rows = answer.body.trim().split('\r\n');
  expect(rows).toHaveLength(1 + (await read()).entries.length);
  expect(answer.body).toContain('2026-06-06T16:00:59-04:00,,America/New_York,Lightning,Strike 4.0 mi N');
  const entries = await server.store.db.selectFrom('audit_entries').select('action').execute();
  expect(entries.filter(({ action }) => action === 'timeline.exported')).toHaveLength(1);
});
