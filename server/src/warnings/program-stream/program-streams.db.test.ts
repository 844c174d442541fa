import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { streamEvent, streamHello, streamReset } from '@allclear/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { field, lightning } from '../../../test/field-policy.ts';
import { type ProgramReader, positionOf, readStream } from '../../../test/program-stream/program-reader.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { sendWebhookEvent } from '../../notifications/index.ts';
import {
  dropStreamEvents,
  streamEventsAfter,
} from '../../notifications/stream-events/stream-events.store.ts';
import { openStore } from '../../platform/database/database.ts';
import { WarningWatch } from '../watch-warnings.ts';
import { PlaceStateEvents } from './state-place-events.ts';

const minute = 60_000;

let server: TestServer;
let origin: string;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let place: string;
let readers: ProgramReader[];

beforeEach(async () => {
  server = await openTestServer();
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  ours = await server.organization('Our District');
  place = await addPlace('Stadium');
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  await server.close();
});

const db = () => server.store.db;
const addPlace = async (name: string) =>
  (
    await db()
      .insertInto('organization_locations')
      .values({ organization_id: ours.organizationId, name, ...field, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const eventually = <T>(question: () => Promise<T> | T) =>
  expect.poll(question, { timeout: 10_000, interval: 20 });
async function open(lastEventId?: string, key = ours.people.admin.key): Promise<ProgramReader> {
  const reader = await readStream(origin, key, lastEventId);
  expect(reader.status).toBe(200);
  readers.push(reader);
  await eventually(() => reader.frames.some(({ event }) => event === 'hello')).toBe(true);
  return reader;
}
/** Writes an event of a warning, as the engine does, in a transaction that `work` may hold open. */
const send = (text: string, work: () => Promise<void> = async () => {}, placeIds = [place], on = db()) =>
  on.transaction().execute(async (transaction) => {
    await sendWebhookEvent(transaction, testActor, {
      ...{ organizationId: ours.organizationId, kind: 'warning.started', placeIds, data: { text } },
      ...{ id: randomUUID(), at: server.clock.now() },
    });
    await work();
  });
const texts = (reader: ProgramReader) => reader.events().map(({ data }) => data.text as string);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `event ${from + index}`);

describe('a program', () => {
  test('begins with the present state of all places, then reads events with the same content and id as webhooks', async () => {
    const now = server.clock.now();
    await server.batch(now - 60 * minute, now);
    const { frames } = await open();
    expect(frames.map(({ event }) => event)).toEqual(['hello']);
    const hello = streamHello.parse(frames[0]?.data);
    expect(hello).toMatchObject({ weather: 'simulated', heartbeatSeconds: 15 });
    expect(hello.places).toEqual([
      expect.objectContaining({
        ...{ id: place, name: 'Stadium', state: 'clear', lightning: 'clear', word: 'Clear' },
        ...{ earliestClearUtc: null, observedThroughUtc: new Date(now).toISOString() },
      }),
    ]);
    await db()
      .insertInto('webhooks')
      .values({
        ...{ organization_id: ours.organizationId, created_at: new Date() },
        ...{ url: 'https://hooks.invalid/', secret: 'whsec_x' },
      })
      .execute();
    await send('Lightning');
    const [reader] = readers;
    await eventually(() => reader!.events().length).toBe(1);
    const [event] = reader!.events();
    const webhook = await db().selectFrom('webhook_events').selectAll().executeTakeFirstOrThrow();
    expect(event?.event).toBe('warning.started');
    expect(streamEvent.parse(event?.data)).toMatchObject({
      ...{ id: webhook.id, type: webhook.kind, placeIds: [place], ...(webhook.data as object) },
      ...{ sentAt: new Date(now).toISOString(), weather: 'simulated', replayed: false },
    });
  });

  test('that was away reads what it missed once, in order, then what comes', async () => {
    const first = await open();
    await send('event 1');
    await eventually(() => texts(first)).toEqual(['event 1']);
    first.close();
    for (const text of numbered(2, 250)) await send(text);
    const second = await open(first.lastId());
    for (const text of numbered(251, 260)) await send(text);
    await eventually(() => texts(second)).toEqual(numbered(2, 260));
    expect(second.events().map(({ data }) => data.replayed)).toEqual(
      numbered(2, 260).map((_, index) => index < 249),
    );
    expect(positionOf({ id: second.lastId() })).toBe(260);
  }, 60_000);

  test('reads everything once, at whatever moment of a busy time it opens and breaks off', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let round = 0; round < 40; round++)
        await Promise.all(numbered(round * 10 + 1, round * 10 + 10).map((text) => send(text)));
      isOver = true;
    })();
    const read: number[] = [];
    const start = await open();
    let lastId = start.frames[0]!.id!;
    const from = positionOf({ id: lastId });
    start.close();
    while (!isOver || read.length < 400 - from) {
      const reader = await open(lastId);
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 30));
      reader.close();
      const taken = reader.events();
      read.push(...taken.map(positionOf));
      lastId = taken.at(-1)?.id ?? lastId;
    }
    await writing;
    expect(read).toEqual(Array.from({ length: 400 - from }, (_, index) => from + index + 1));
  }, 60_000);
});

test('transactions that commit in another order than they wrote lose nothing: positions follow the commits', async () => {
  const reader = await open();
  const second = openStore(server.store.url, { onError: () => {} });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let wrote = () => {};
  const hasWritten = new Promise<void>((resolve) => {
    wrote = resolve;
  });
  const hold = () => {
    wrote();
    return held;
  };
  const slow = send('wrote first, committed last', hold, [place], second.db);
  await hasWritten;
  await send('wrote last, committed first');
  await eventually(() => texts(reader)).toEqual(['wrote last, committed first']);
  release();
  await slow;
  await eventually(() => texts(reader)).toEqual([
    'wrote last, committed first',
    'wrote first, committed last',
  ]);
  expect(reader.events().map(positionOf)).toEqual([1, 2]);
  const rolledBack = send('never', async () => {
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await send('third');
  await eventually(() => reader.events().map(positionOf)).toEqual([1, 2, 3]);
  expect(texts(reader)).not.toContain('never');
  await second.close();
});

test('whoever reads positions from two connections while 20 write never sees one before those below it', async () => {
  const stores = Array.from({ length: 2 }, () => openStore(server.store.url, { onError: () => {} }));
  let isOver = false;
  const seen = stores.map(async (store) => {
    let position = 0;
    while (!isOver || position < 400) {
      const events = await streamEventsAfter(store.db, ours.organizationId, position, 1_000);
      for (const event of events) expect(event.position).toBe(++position);
    }
  });
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let count = 0; count < 20; count++)
        await send(`${writer}`, () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10)));
    }),
  );
  isOver = true;
  await Promise.all(seen);
  await Promise.all(stores.map((store) => store.close()));
}, 60_000);

describe('a Last-Event-ID', () => {
  test.each([
    ['of nonsense', () => 'robert-tables; drop'],
    ['of another organization', () => '00000000-1'],
    ['that is still to come', () => `${ours.organizationId.slice(0, 8)}-99`],
    ['that overflows', () => `${ours.organizationId.slice(0, 8)}-99999999999999999999`],
    ['that is empty', () => ''],
  ])('%s is a reset, then the present', async (_name, id) => {
    await send('event 1');
    const reader = await open(id());
    expect(reader.frames.map(({ event }) => event)).toEqual(['reset', 'hello']);
    expect(streamReset.parse(reader.frames[0]?.data).reason).toContain('Last-Event-ID');
    expect(positionOf(reader.frames[1]!)).toBe(1);
    await send('event 2');
    await eventually(() => texts(reader)).toEqual(['event 2']);
  });

  test('from yesterday is a reset; one of the last hour is not, also when all before it are dropped', async () => {
    const before = await open();
    for (const text of numbered(1, 3)) await send(text);
    await eventually(() => texts(before)).toHaveLength(3);
    const ids = before.events().map(({ id }) => id ?? '');
    await db()
      .updateTable('stream_events')
      .set({ created_at: new Date(Date.now() - 24 * 60 * minute) })
      .where('position', '<=', '2')
      .execute();
    await dropStreamEvents(db());
    expect((await open(ids[0])).frames.map(({ event }) => event)).toEqual(['reset', 'hello']);
    const kept = await open(ids[1]);
    await eventually(() => texts(kept)).toEqual(['event 3']);
    expect(kept.frames.map(({ event }) => event)).toEqual(['hello', 'warning.started']);
    await db().deleteFrom('stream_events').execute();
    expect((await open(ids[2])).frames.map(({ event }) => event)).toEqual(['hello']);
  });
});

describe('a key', () => {
  test('of some places reads of no other, and its last id goes on all the same', async () => {
    const other = await addPlace('Pool');
    const added = await ask(server.app, 'POST', '/api/location/Add', {
      key: ours.people.admin.key,
      body: { label: 'Stadium', ...field },
    });
    expect(added.status).toBe(200);
    await db().updateTable('locations').set({ organization_location_id: place }).execute();
    const { id } = await db().selectFrom('locations').select('id').executeTakeFirstOrThrow();
    await db()
      .updateTable('api_keys')
      .set({ location_ids: [id] })
      .where('user_id', '=', ours.people.admin.id)
      .execute();
    // A key that was just used is remembered for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const reader = await open();
    expect(reader.frames[0]?.data.places.map((one: { id: string }) => one.id)).toEqual([place]);
    await send('ours', undefined, [place]);
    await send('secret', undefined, [other]);
    await send('secret of both', undefined, [place, other]);
    await send('secret of none', undefined, []);
    await eventually(() => positionOf({ id: reader.lastId() })).toBe(4);
    expect(texts(reader)).toEqual(['ours']);
    expect(JSON.stringify(reader.frames)).not.toContain('secret');
    expect(JSON.stringify(reader.frames)).not.toContain(other);
  });

  test('that may not read observations is told no states', async () => {
    await db()
      .updateTable('api_keys')
      .set({ permissions: ['locations:read'] })
      .where('user_id', '=', ours.people.admin.id)
      .execute();
    const reader = await readStream(origin, ours.people.admin.key);
    readers.push(reader);
    await send('Lightning');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([reader.status, reader.frames]).toEqual([200, []]);
  });

  test('that is revoked has no stream after two seconds, and none again', async () => {
    const reader = await open();
    const begun = performance.now();
    await db().updateTable('api_keys').set({ revoked_at: new Date() }).execute();
    await eventually(() => reader.isOver()).toBe(true);
    expect(performance.now() - begun).toBeLessThan(2_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const again = await readStream(origin, ours.people.admin.key, reader.lastId());
    readers.push(again);
    expect(again.status).toBe(401);
  });

  test('of another organization reads nothing of ours', async () => {
    const theirs = await server.organization('Their District');
    const reader = await open(undefined, theirs.people.admin.key);
    await send('Lightning');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(reader.frames.map(({ event }) => event)).toEqual(['hello']);
    expect(reader.frames[0]?.data.places).toEqual([]);
  });
});

test('a reader that takes nothing holds no events in memory', async () => {
  const { length: opened } = (await open()).frames;
  expect(opened).toBe(1);
  await Promise.all(numbered(1, 600).map(() => send('x'.repeat(20_000))));
  // It reads the head of the answer and no more.
  const slow = request(`${origin}/api/events`, {
    headers: {
      authorization: `Bearer ${ours.people.customer.key}`,
      'last-event-id': `${ours.organizationId.slice(0, 8)}-0`,
    },
  });
  const sockets: { writableLength: number; destroyed: boolean }[] = [];
  server.app.server.on('connection', (socket) => sockets.push(socket));
  slow.on('response', (response) => response.pause());
  slow.end();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const [socket] = sockets;
  expect(socket?.destroyed).toBe(false);
  // 12 MB are waiting in the store.
  expect(socket!.writableLength).toBeLessThan(5_000_000);
  slow.destroy();
}, 60_000);

test('a strike is a state of the place and a warning, and no word is calm while anything holds it', async () => {
  const start = server.clock.now();
  await server.batch(start - 60 * minute, start);
  const { live, clock, alerts } = server;
  const watch = new WarningWatch({
    db: db(),
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  const states = new PlaceStateEvents({ db: db(), clock, live });
  const unsubscribe = live.onBatches((batches) => watch.batches(batches));
  await ask(server.app, 'POST', '/api/policy', { key: ours.people.admin.key, body: lightning });
  watch.apply({ topic: 'policies', ids: [] });
  const reader = await open();
  const round = async () => {
    await watch.round();
    states.readAgain();
    await states.round();
  };
  await round();
  clock.advance(minute);
  await server.batch(start, start + minute, [{ at: start + minute - 1_000, latitude: 28 + 4 / 69.1 }]);
  await round();
  clock.advance(10 * minute);
  // Nothing was observed for ten minutes.
  await round();
  clock.advance(30 * minute);
  await server.batch(start + minute, start + 41 * minute);
  await round();
  unsubscribe();
  await eventually(() => reader.events().at(-1)?.data.place?.state).toBe('clear');
  const seen = reader.events().map(({ event, data }) => data.place?.state ?? event);
  expect(seen).toEqual([
    ...['clear', 'warning.started', 'delay'],
    ...['warning.held', 'unknown', 'warning.all-clear', 'clear'],
  ]);
  for (const { data } of reader.events()) {
    if (data.place === undefined) continue;
    expect(/clear/i.test(`${data.place.word} ${data.place.instruction}`)).toBe(
      ['clear', 'observing'].includes(data.place.state),
    );
    expect(data.place).toMatchObject({ id: place, atUtc: data.sentAt });
  }
});
