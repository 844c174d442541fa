import { expect, test } from 'vitest';
import { jumpingClock, logLines } from '../../../test/jumping-clock.ts';
import { type FeedTask, runFeedTasks } from './run-feed-tasks.ts';

const minute = 60_000;

function task(key: string, ran: string[], fails: () => boolean = () => false): FeedTask {
  return {
    key,
    async run() {
      ran.push(key);
      if (fails()) throw new Error(`${key} fails`);
    },
  };
}

test('tasks run one after the other with a pause; the list is read again after each batch, and after a minute when nothing is due', async () => {
  for (const batch of [1, 2, Number.POSITIVE_INFINITY]) {
    const stopping = new AbortController();
    const { clock, waits } = jumpingClock(70_000, stopping);
    const ran: string[] = [];
    let lists = 0;
    await runFeedTasks({
      source: 'test',
      state: null,
      pauseMs: 2_000,
      batch,
      clock,
      log: logLines().log,
      signal: stopping.signal,
      list: async () => {
        lists++;
        return ['a', 'b', 'c'].filter((key) => !ran.includes(key)).map((key) => task(key, ran));
      },
    });
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(waits.filter((ms) => ms > 0)).toEqual([2_000, 2_000, 2_000, minute, minute]);
    expect(lists).toBe({ 1: 5, 2: 3 }[batch] ?? 2);
  }
});

test('a task that fails waits longer each time and delays no other; while nothing succeeds there is a request a minute at most', async () => {
  const stopping = new AbortController();
  const { clock } = jumpingClock(3 * 3_600_000, stopping);
  const asked: { key: string; at: number }[] = [];
  let down = false;
  const { log, lines } = logLines();
  await runFeedTasks({
    source: 'test',
    state: null,
    pauseMs: 1_000,
    clock,
    log,
    signal: stopping.signal,
    list: async () => {
      down = clock.now() >= 3_600_000 && clock.now() < 2 * 3_600_000;
      return ['bad', 'good'].map((key) => ({
        key,
        run: async () => {
          asked.push({ key, at: clock.now() });
          if (key === 'bad' || down) throw new Error(`${key} fails`);
        },
      }));
    },
  });
  const times = (key: string, from: number, to: number) =>
    asked.filter((one) => one.key === key && one.at >= from && one.at < to).map(({ at }) => at);
  const bad = times('bad', 0, 3_600_000);
  for (let index = 1; index < bad.length; index++)
    expect(bad[index]! - bad[index - 1]!).toBeGreaterThanOrEqual(15_000);
  expect(bad.at(-1)! - bad.at(-2)!).toBeGreaterThan(2 * minute);
  expect(times('good', 0, 3_600_000).length).toBeGreaterThan(1_000);
  // Five minutes into the outage the back-off has reached its limit.
  const inOutage = asked.filter(({ at }) => at >= 3_900_000 && at < 7_200_000);
  expect(inOutage.length).toBeLessThanOrEqual(120);
  expect(times('good', 7_200_000, Number.POSITIVE_INFINITY).length).toBeGreaterThan(1_000);
  // One task has failed throughout, so the source is never back altogether.
  expect(lines).toEqual(['test went down']);
});

test('an unreadable answer is logged as that when the tasks say so, and waits like any failure', async () => {
  const stopping = new AbortController();
  const { clock } = jumpingClock(10 * minute, stopping);
  const { log, lines } = logLines();
  const ran: string[] = [];
  await runFeedTasks({
    source: 'test',
    state: null,
    pauseMs: 1_000,
    clock,
    log,
    signal: stopping.signal,
    isFault: (error) => error instanceof Error && error.message.includes('fails'),
    list: async () => [task('odd', ran, () => true)],
  });
  expect(lines).toEqual(['test sent something unreadable']);
  expect(ran.length).toBeLessThan(15);
});

test('a list that cannot be read is logged and read again after a minute', async () => {
  const stopping = new AbortController();
  const { clock, waits } = jumpingClock(3 * minute, stopping);
  const { log, lines } = logLines();
  await runFeedTasks({
    source: 'test',
    state: null,
    pauseMs: 1_000,
    clock,
    log,
    signal: stopping.signal,
    list: async () => {
      throw new Error('The store is away.');
    },
  });
  expect(waits).toEqual([minute, minute, minute]);
  expect(new Set(lines)).toEqual(new Set(['what is due could not be read from the store']));
});
