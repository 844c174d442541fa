import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Clock } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import { FeedHealth, type FeedStateSettings } from './feed-health.ts';
import { readFeeds, recordFeed } from './store.ts';

const T = Date.UTC(2026, 5, 6, 20);
let store: Store;
let now: number;
let observedThrough: number | null;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  [now, observedThrough] = [T, null];
  await store.db.deleteFrom('feeds').execute();
});

const clock: Clock = { now: () => now, speed: 1, sleep: async () => {} };
function open(more: Partial<FeedStateSettings> = {}) {
  const state = { db: store.db, kind: 'test', vendor: 'v', observedThrough: () => observedThrough, ...more };
  return new FeedHealth({ source: 'test', state, clock, log: pino({ level: 'silent' }) });
}
const stored = async () => (await readFeeds(store.db))[0];

test('a success is stored with its instant; a failure keeps it, and a later success ends the error', async () => {
  const health = open();
  observedThrough = T - 1_000;
  await health.succeeded(now);
  expect(await stored()).toEqual({
    kind: 'test',
    vendor: 'v',
    observedThrough: T - 1_000,
    lastSuccessAt: T,
    lastError: null,
    lastErrorAt: null,
  });
  now += 5_000;
  await health.failed(new Error('busy'));
  expect(await stored()).toMatchObject({ lastSuccessAt: T, lastError: 'busy', lastErrorAt: T + 5_000 });
  now += 5_000;
  await health.succeeded(now);
  expect(await stored()).toMatchObject({ lastSuccessAt: T + 10_000, lastError: null });
});

test('a process that starts with a failure keeps what another one stored of the last success', async () => {
  const before = { kind: 'test', vendor: 'v', observedThrough: T - 60_000, lastSuccessAt: T - 30_000 };
  await recordFeed(store.db, testActor, { ...before, lastError: null, lastErrorAt: null });
  const state = { db: store.db, kind: 'test', vendor: 'v' };
  const health = new FeedHealth({ source: 'test', state, clock, log: pino({ level: 'silent' }) });
  await health.failed(new Error('busy'));
  expect(await stored()).toEqual({ ...before, lastError: 'busy', lastErrorAt: T });
  // Its success is stored by the poll, with the data.
  await health.succeeded(now);
  expect(await stored()).toMatchObject({ lastError: 'busy' });
});

test('a fault is an error of the feed where it says so, until a poll without one', async () => {
  const health = open({ faultsAreErrors: true });
  const startedAt = now;
  now += 100;
  health.fault(new Error('odd flash'));
  await health.succeeded(startedAt);
  expect(await stored()).toMatchObject({ lastSuccessAt: now, lastError: 'odd flash', lastErrorAt: T + 100 });
  now += 1_000;
  await health.succeeded(now);
  expect(await stored()).toMatchObject({ lastError: null });
  const quiet = open();
  quiet.fault(new Error('odd flash'));
  await quiet.succeeded(now);
  expect(await stored()).toMatchObject({ lastError: null });
});

test('successes are stored at most as often as set, a changed error at once', async () => {
  const health = open({ minRecordMs: 60_000 });
  await health.succeeded(now);
  now += 1_000;
  await health.succeeded(now);
  await health.progressed();
  expect(await stored()).toMatchObject({ lastSuccessAt: T });
  await health.failed(new Error('busy'));
  expect(await stored()).toMatchObject({ lastError: 'busy' });
  now += 1_000;
  await health.succeeded(now);
  expect(await stored()).toMatchObject({ lastSuccessAt: T + 2_000, lastError: null });
});

test('of many tasks the newest error that remains is stored', async () => {
  const health = open();
  await health.taskEnded({ remaining: null });
  expect(await stored()).toMatchObject({ lastSuccessAt: T, lastError: null });
  await health.taskEnded({ failure: new Error('b'), remaining: 'b' });
  now += 1_000;
  await health.taskEnded({ remaining: 'b' });
  expect(await stored()).toMatchObject({ lastSuccessAt: T + 1_000, lastError: 'b' });
  await health.taskEnded({ remaining: null });
  expect(await stored()).toMatchObject({ lastError: null });
});
