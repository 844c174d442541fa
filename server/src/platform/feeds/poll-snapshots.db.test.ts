import { createIemStormCells } from '@allclear/adapters';
import { openFailingService } from '@allclear/adapters/feeds/failing-service.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Clock } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import { pollSnapshots } from './poll-snapshots.ts';
import { readSnapshot } from './snapshots.store.ts';
import { readFeeds } from './store.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 5, 6, 20);
let store: Store;
let service: Awaited<ReturnType<typeof openFailingService>>;
beforeAll(async () => {
  store = await freshStore();
  service = await openFailingService();
});
afterAll(async () => {
  await service.close();
  await store.close();
});

test('a source that fails for hours costs a request a minute and one line, and its data are back within two polls', async () => {
  let now = begin;
  const stop = new AbortController();
  const clock: Clock = {
    now: () => now,
    speed: 1,
    sleep: async (ms) => {
      now += ms;
      if (now >= begin + 180 * minute) stop.abort();
    },
  };
  const [failsFrom, failsTo] = [begin + 30 * minute, begin + 150 * minute];
  const asked: number[] = [];
  service.answer(() => {
    asked.push(now);
    if (now >= failsFrom && now < failsTo) return { status: 503, body: '<html>busy</html>' };
    return {
      body: JSON.stringify({
        type: 'FeatureCollection',
        features: [],
        generated_at: new Date(now).toISOString(),
      }),
    };
  });
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const feed = createIemStormCells(service);
  const states: { at: number; lastError: string | null }[] = [];
  const watching: Clock = {
    ...clock,
    sleep: async (ms) => {
      const [row] = await readFeeds(store.db);
      states.push({ at: now, lastError: row!.lastError });
      await clock.sleep(ms);
    },
  };
  await pollSnapshots({ feed, db: store.db, clock: watching, log, signal: stop.signal });

  expect(asked.filter((at) => at >= failsFrom && at < failsTo).length).toBeLessThanOrEqual(121);
  for (let index = 1; index < asked.length; index++)
    expect(asked[index]! - asked[index - 1]!).toBeGreaterThanOrEqual(minute);
  expect(lines).toEqual(['iem storm-cells went down', 'iem storm-cells is back']);
  expect(
    states
      .filter(({ at }) => at >= failsFrom && at < failsTo)
      .every(({ lastError }) => lastError?.includes('503')),
  ).toBe(true);
  expect(states.find(({ at, lastError }) => at >= failsTo && lastError === null)!.at).toBeLessThanOrEqual(
    failsTo + 2 * minute,
  );
  expect((await readSnapshot(store.db, 'storm-cells', 'iem'))!.asOf).toBeGreaterThanOrEqual(failsTo);
});
