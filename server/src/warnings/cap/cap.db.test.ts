import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ReadAlert, readAlert, readFeed, schemaErrors } from '../../../test/cap/cap-reader.ts';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { WarningWatch } from '../watch-warnings.ts';

const minute = 60_000;

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let admin: string;
let watch: WarningWatch;
let seenThrough: number;
let unsubscribe: () => void = () => {};

beforeEach(async () => {
  server = await openTestServer();
  ours = await server.organization('Our <District> & Co');
  admin = ours.people.admin.key;
  await server.store.db
    .insertInto('organization_locations')
    .values({
      organization_id: ours.organizationId,
      name: 'Stadium & <Pool>',
      ...field,
      created_at: new Date(server.clock.now()),
    })
    .execute();
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  seenThrough = now;
  newWatch('live');
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

function newWatch(weather: 'live' | 'simulated'): void {
  unsubscribe();
  const fresh = new WarningWatch({
    db: server.store.db,
    clock: server.clock,
    live: server.live,
    alerts: server.alerts,
    weather,
    sender: 'us.example',
    secrets: testSecrets,
  });
  unsubscribe = server.live.onBatches((batches) => fresh.batches(batches));
  watch = fresh;
}

const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${admin}` }) =>
  server.app.inject({ method: 'GET', url: `/api/${path}`, headers });
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, key = admin, body?: object) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });

async function policy(body: object = lightning): Promise<string> {
  const { body: answer } = await call('POST', 'policy', admin, body);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  return answer.data.id;
}
/** Minutes pass under the eyes of the feed, with strikes `milesNorth` of the field at their end. */
async function pass(minutes: number, milesNorth: readonly number[] = []): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  const flashes = milesNorth.map((miles, index) => ({
    at: now - 1_000,
    key: `${now} ${index}`,
    latitude: 28 + miles / 69.1,
    longitude: -82,
  }));
  await server.batch(seenThrough, now, flashes);
  seenThrough = now;
  await watch.round();
}
/** Minutes pass and the feed reports nothing. */
async function passUnseen(minutes: number): Promise<void> {
  server.clock.advance(minutes * minute);
  await watch.round();
}
const feed = async () => readFeed((await get('cap/Feed')).body);
async function alerts(): Promise<ReadAlert[]> {
  const { entries } = await feed();
  const documents = await Promise.all(
    entries.map(async ({ href }) => (await get(new URL(href).pathname.replace('/api/', ''))).body),
  );
  return documents.map(readAlert);
}
/** Every message that was ever written, in order. */
async function written(): Promise<ReadAlert[]> {
  const rows = await server.store.db
    .selectFrom('cap_messages')
    .select('document')
    .orderBy('warning_id')
    .orderBy('sequence')
    .execute();
  const documents = rows.map(({ document }) => document);
  if (documents.length > 0) expect(await schemaErrors(documents)).toEqual([]);
  return documents.map(readAlert);
}
const kinds = (messages: readonly ReadAlert[]) =>
  messages.map(({ msgType, responseType }) => `${msgType} ${responseType}`);

describe('a storm', () => {
  test('is an Alert, Updates that refer to all before them, and an all clear that expires soon', async () => {
    await policy();
    await pass(1, [4]);
    const [alert] = await alerts();
    expect(alert).toMatchObject({
      ...{ sender: 'us.example', status: 'Actual', msgType: 'Alert', references: [], event: 'Lightning' },
      ...{ responseType: 'Shelter', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
      ...{ senderName: 'Our <District> & Co', areaDesc: 'Stadium & <Pool>', instruction: 'Stay inside' },
      circle: { latitude: 28, longitude: -82, radiusKm: 16.09 },
    });
    expect(alert!.headline).toMatch(/^Lightning 4(\.0)? mi/);
    expect(alert!.expires - alert!.sent).toBe(60 * minute);
    await pass(20, [4]);
    await pass(31);
    const messages = await written();
    expect(kinds(messages)).toEqual(['Alert Shelter', 'Update Shelter', 'Update AllClear']);
    for (const [index, { references, sent }] of messages.entries()) {
      expect(references.map(({ identifier }) => identifier)).toEqual(
        messages.slice(0, index).map(({ identifier }) => identifier),
      );
      for (const reference of references) expect(reference.sent).toBeLessThanOrEqual(sent);
    }
    const clear = messages.at(-1)!;
    expect(clear.headline).toMatch(/^All clear at Stadium & <Pool>/);
    expect(clear.expires - clear.sent).toBe(10 * minute);
    expect(kinds(await alerts())).toEqual(['Update AllClear']);
    await pass(59);
    expect(await alerts()).toHaveLength(1);
    await pass(2);
    expect(await alerts()).toEqual([]);
  });

  test('without data is held: it is never clear while lightning is not observed, and its messages do not run out', async () => {
    await policy();
    await pass(1, [4]);
    await passUnseen(4);
    expect(kinds(await alerts())).toEqual(['Update Shelter']);
    for (let passed = 0; passed < 180; passed += 10) {
      await passUnseen(10);
      const [held] = await alerts();
      expect(held).toMatchObject({ msgType: 'Update', responseType: 'Shelter', certainty: 'Unknown' });
      expect(held!.headline).toContain('there is no all clear');
      expect(held!.expires).toBeGreaterThan(server.clock.now());
    }
    expect(kinds(await written()).filter((kind) => kind.includes('AllClear'))).toEqual([]);
  });

  test('an all clear is no longer listed when lightning is not observed or has come again', async () => {
    await policy();
    await pass(1, [4]);
    await pass(31);
    expect(kinds(await alerts())).toEqual(['Update AllClear']);
    await passUnseen(4);
    expect(await alerts()).toEqual([]);
  });

  test('that ends while another zone is in delay says what is still in effect, then clears with it', async () => {
    await policy();
    await policy({ ...lightning, name: 'Outer', policyTypeShortName: 'LR2', threshold: 20 });
    await pass(1, [4]);
    await pass(20, [15]);
    await pass(11);
    const ended = (await alerts()).find(({ headline }) => headline.startsWith('No lightning within'));
    expect(ended).toMatchObject({ msgType: 'Update', responseType: 'Prepare', urgency: 'Unknown' });
    expect(ended!.headline).toContain('still in effect');
    expect(kinds(await written()).filter((kind) => kind.includes('AllClear'))).toEqual([]);
    await pass(21);
    expect(kinds(await alerts())).toEqual(['Update AllClear', 'Update AllClear']);
  });

  test('whose policy is deleted is canceled, which is no all clear', async () => {
    const id = await policy();
    await pass(1, [4]);
    await call('DELETE', `policy/${id}`);
    watch.apply({ topic: 'policies', ids: [] });
    await watch.round();
    const [canceled] = await alerts();
    expect(canceled).toMatchObject({ msgType: 'Cancel', responseType: 'Monitor', urgency: 'Unknown' });
    expect(canceled!.headline).toContain('This is not an all clear');
    expect(canceled!.references).toHaveLength(1);
  });

  test('of simulated weather is an Exercise', async () => {
    newWatch('simulated');
    await policy();
    await pass(1, [4]);
    const [alert] = await alerts();
    expect(alert!.status).toBe('Exercise');
    for (const text of [alert!.headline, alert!.description, alert!.instruction])
      expect(text).toMatch(/^SIMULATED: /);
  });

  test('is read though its policy notifies nobody', async () => {
    await policy({ ...lightning, notificationActions: [] });
    await pass(1, [4]);
    expect(kinds(await alerts())).toEqual(['Alert Shelter']);
    await pass(31);
    expect(kinds(await alerts())).toEqual(['Update AllClear']);
  });
});

describe('the feed', () => {
  test('and its documents are the same bytes until something changes, with ETag and 304', async () => {
    await policy();
    await pass(1, [4]);
    const first = await get('cap/Feed');
    expect(first.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const path = new URL(readFeed(first.body).entries[0]!.href).pathname.replace('/api/', '');
    const document = await get(path);
    expect(document.headers['content-type']).toBe('application/cap+xml; charset=utf-8');
    for (const [url, answer] of [
      ['cap/Feed', first],
      [path, document],
    ] as const) {
      const etag = String(answer.headers.etag);
      const again = await get(url, { authorization: `Bearer ${admin}`, 'if-none-match': `W/${etag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    await pass(20, [3]);
    expect((await get('cap/Feed')).headers.etag).not.toBe(first.headers.etag);
    expect((await get(path)).body).toBe(document.body);
  });

  test('is of the own organization', async () => {
    await policy();
    await pass(1, [4]);
    const path = new URL((await feed()).entries[0]!.href).pathname.replace('/api/', '');
    const theirs = await server.organization('Their District');
    const authorization = `Bearer ${theirs.people.admin.key}`;
    expect((await get(path, { authorization })).statusCode).toBe(404);
    expect(readFeed((await get('cap/Feed', { authorization })).body).entries).toEqual([]);
  });

  test('is refused without the permission and to a display link', async () => {
    expect((await get('cap/Feed', {})).statusCode).toBe(401);
    const customer = { authorization: `Bearer ${ours.people.customer.key}` };
    for (const path of ['cap/Feed', 'cap/Alert/x', 'cap/Address', 'metrics/places'])
      expect((await get(path, customer)).statusCode).toBe(403);
  });
});
