import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import { liveClock } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import { type Engine, startEngine } from './engine.ts';
import { openEngineSession } from './engine-session.store.ts';
import { LeasedShare, sliceCount, sliceOf } from './place-share.ts';

let store: Store;
const engines: Engine[] = [];

beforeEach(async () => {
  store = await freshStore();
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await store.close();
});

/** An id of each slice. */
const ids = Array.from({ length: sliceCount }, (_, slice) => {
  for (let number = 0; ; number++) if (sliceOf(`place ${number}`) === slice) return `place ${number}`;
});
const sizeOf = (share: LeasedShare) => ids.filter((id) => share.holds(id)).length;

interface RunningEngine {
  readonly share: LeasedShare;
  readonly leads: () => boolean;
  readonly reloads: () => number;
  stop(): Promise<void>;
}

function runEngine(): RunningEngine {
  const share = new LeasedShare();
  let leads = false;
  let reloads = 0;
  const engine = startEngine({
    store,
    clock: liveClock(),
    share,
    loops: [
      {
        name: 'led',
        async run(signal) {
          leads = true;
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          leads = false;
        },
      },
    ],
    retention: [],
    reload: async () => {
      reloads += 1;
    },
    log: pino({ level: 'silent' }),
  });
  engines.push(engine);
  return {
    ...{ share, leads: () => leads, reloads: () => reloads },
    stop: () => engine.stop(),
  };
}

async function within(ms: number, condition: () => boolean): Promise<void> {
  const until = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > until) throw new Error(`It did not come about within ${ms} ms.`);
    await pause(10);
  }
}

test('one engine does all; of two each does half, of three a third; what one did the others take over', async () => {
  const first = runEngine();
  await within(5_000, () => sizeOf(first.share) === 64 && first.leads());
  const second = runEngine();
  await within(5_000, () => sizeOf(first.share) === 32 && sizeOf(second.share) === 32);
  const third = runEngine();
  const sizes = () => [first, second, third].map(({ share }) => sizeOf(share)).toSorted((a, b) => a - b);
  await within(8_000, () => sizes().join() === '20,22,22');
  expect([second.leads(), third.leads()]).toEqual([false, false]);
  const reloads = second.reloads();
  await first.stop();
  expect(sizeOf(first.share)).toBe(0);
  await within(6_000, () => sizeOf(second.share) === 32 && sizeOf(third.share) === 32);
  await within(4_000, () => second.leads() !== third.leads());
  // What was gained counts only after the store was read again.
  expect(second.reloads()).toBeGreaterThan(reloads);
});

test('an engine whose connection breaks holds nothing, its share goes to the other within two seconds, and it comes back', async () => {
  const [first, second] = [runEngine(), runEngine()];
  await within(6_000, () => sizeOf(first.share) === 32 && sizeOf(second.share) === 32);
  const leader = first.leads() ? first : second;
  const other = leader === first ? second : first;
  const client = new pg.Client({ connectionString: store.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7263003 and granted`,
  );
  await client.end();
  await within(2_000, () => sizeOf(leader.share) === 0 && !leader.leads());
  await within(2_000, () => sizeOf(other.share) === 64);
  await within(8_000, () => sizeOf(first.share) === 32 && sizeOf(second.share) === 32);
  await within(4_000, () => leader.leads() !== other.leads());
});

test('an engine that stands still loses its slices, then its connection and with it the lead', async () => {
  let lost = 0;
  const limits = { leaseMs: 700, silentMs: 2_000 };
  const still = await openEngineSession(store.url, () => (lost += 1), limits);
  expect(await still.tryLead()).toBe(true);
  expect((await still.renew()).held.length).toBe(64);
  const other = await openEngineSession(store.url, () => {}, limits);
  expect((await other.renew()).held.length).toBe(0);
  await pause(800);
  expect((await other.renew()).held.length).toBe(64);
  expect(await other.tryLead()).toBe(false);
  expect(lost).toBe(0);
  await pause(1_300);
  await other.renew();
  await within(2_000, () => lost === 1);
  expect(await other.tryLead()).toBe(true);
  await other.close();
  await still.close();
});

test('a share is over by itself when its lease is not renewed', async () => {
  const share = new LeasedShare();
  let changes = 0;
  share.subscribe(() => (changes += 1));
  share.set(new Set([sliceOf('a')]), performance.now() + 50);
  expect([share.holds('a'), changes]).toEqual([true, 1]);
  share.set(new Set([sliceOf('a')]), performance.now() + 100);
  expect(changes).toBe(1);
  await pause(120);
  expect(share.holds('a')).toBe(false);
  // Somebody else may have worked for it meanwhile: its holder is to read again.
  share.set(new Set([sliceOf('a')]), performance.now() + 50);
  expect([share.holds('a'), changes]).toEqual([true, 2]);
});

test('whatever engines come and go, no slice is ever of two, and all are of somebody in the end', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  let state = seed;
  const dice = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const running = new Set<RunningEngine>([runEngine()]);
  const twice: string[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const id of ids)
        if ([...running].filter(({ share }) => share.holds(id)).length > 1) twice.push(id);
      await pause(2);
    }
  })();
  for (let change = 0; change < 10; change++) {
    await pause(200 + dice() * 800);
    const [one] = [...running].toSorted(() => dice() - 0.5);
    if (one && running.size > 1 && dice() < 0.5) {
      await one.stop();
      running.delete(one);
    } else if (running.size < 4) running.add(runEngine());
  }
  const all = () => [...running].reduce((sum, { share }) => sum + sizeOf(share), 0);
  await within(8_000, () => all() === 64);
  isOver = true;
  await watching;
  expect(twice, `seed ${seed}`).toEqual([]);
});
