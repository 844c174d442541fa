import { afterEach, beforeEach, expect, test } from 'vitest';
import { lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../test/test-server.ts';
import { LeasedShare, sliceCount, sliceOf } from '../platform/engine/place-share.ts';
import { WarningWatch } from './watch-warnings.ts';

const minute = 60_000;
const places = 24;

let server: TestServer;
let seenThrough: number;
let unsubscribe: (() => void)[];
const engines: { watch: WarningWatch; share: LeasedShare }[] = [];

beforeEach(async () => {
  server = await openTestServer();
  const ours = await server.organization('Our District');
  await server.store.db
    .insertInto('organization_locations')
    .values(
      Array.from({ length: places }, (_, number) => ({
        organization_id: ours.organizationId,
        name: `Field ${number}`,
        latitude: 28 + number / 10_000,
        longitude: -82,
        created_at: new Date(server.clock.now()),
      })),
    )
    .execute();
  seenThrough = server.clock.now();
  await server.batch(seenThrough - 60 * minute, seenThrough);
  const { status } = await ask(server.app, 'POST', '/api/policy', {
    ...{ key: ours.people.admin.key, body: lightning },
  });
  expect(status).toBe(200);
  unsubscribe = [];
  engines.splice(0);
  for (let one = 0; one < 2; one++) {
    const share = new LeasedShare();
    const watch = new WarningWatch({
      ...{ db: server.store.db, clock: server.clock, live: server.live, alerts: server.alerts, share },
      ...{ weather: 'live', sender: 'us.example', secrets: testSecrets },
    });
    unsubscribe.push(
      server.live.onBatches((batches) => watch.batches(batches)),
      share.subscribe(() => watch.shareChanged()),
    );
    engines.push({ watch, share });
  }
});
afterEach(async () => {
  for (const end of unsubscribe) end();
  await server.close();
});

/** The first engine gets this many slices, the second the others. */
function divide(first: number): void {
  const until = performance.now() + 600_000;
  const all = Array.from({ length: sliceCount }, (_, slice) => slice);
  engines[0]!.share.set(new Set(all.slice(0, first)), until);
  engines[1]!.share.set(new Set(all.slice(first)), until);
}
async function pass(minutes: number, milesNorth: readonly number[] = []): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  await server.batch(
    seenThrough,
    now,
    milesNorth.map((miles, index) => ({
      ...{ at: now - 1_000, key: `${now} ${index}`, latitude: 28 + miles / 69.1, longitude: -82 },
    })),
  );
  seenThrough = now;
}
const rounds = () => Promise.all(engines.map(({ watch }) => watch.round()));
const openPlaces = async () =>
  (
    await server.store.db.selectFrom('warnings').select('place_id').where('ended_at', 'is', null).execute()
  ).map(({ place_id }) => place_id ?? '');
const revisions = async () =>
  (await server.store.db.selectFrom('warnings').select('revision').execute()).reduce(
    (sum, { revision }) => sum + revision,
    0,
  );
const notices = async (kind: string) =>
  (await server.store.db.selectFrom('notices').select('warning_id').where('kind', '=', kind).execute()).map(
    ({ warning_id }) => warning_id,
  );

test('each engine takes the steps of its own places alone, and what is handed over goes on where it was', async () => {
  divide(32);
  await rounds();
  await pass(1, [4]);
  await engines[0]!.watch.round();
  const ofFirst = await openPlaces();
  expect(ofFirst.length).toBeGreaterThan(places / 5);
  expect(ofFirst.length).toBeLessThan((places * 4) / 5);
  expect(ofFirst.every((id) => sliceOf(id) < 32)).toBe(true);
  await engines[1]!.watch.round();
  expect(new Set(await openPlaces()).size).toBe(places);
  expect(await notices('started')).toHaveLength(places);

  // The first engine is gone: the second goes on with all warnings, and nobody is notified once more.
  divide(0);
  await rounds();
  expect(await notices('started')).toHaveLength(places);
  await pass(10, [3]);
  const before = await revisions();
  await engines[0]!.watch.round();
  expect(await revisions()).toBe(before);
  await engines[1]!.watch.round();
  expect(await revisions()).toBe(before + places);
  for (let passed = 0; passed < 29; passed++) {
    await pass(1);
    await rounds();
  }
  expect(await notices('all-clear')).toEqual([]);
  await pass(1);
  await engines[0]!.watch.round();
  expect(await notices('all-clear')).toEqual([]);
  await engines[1]!.watch.round();
  const clear = await notices('all-clear');
  expect([clear.length, new Set(clear).size]).toEqual([places, places]);
});

test('two engines that both hold a place for a moment take each step once', async () => {
  const until = performance.now() + 600_000;
  const all = new Set(Array.from({ length: sliceCount }, (_, slice) => slice));
  for (const { share } of engines) share.set(all, until);
  await rounds();
  await pass(1, [4]);
  await rounds();
  await rounds();
  expect(await notices('started')).toHaveLength(places);
  for (let passed = 0; passed < 31; passed++) {
    await pass(1);
    await rounds();
  }
  await rounds();
  const clear = await notices('all-clear');
  expect([clear.length, new Set(clear).size]).toEqual([places, places]);
});
