import { AdapterError } from '@allclear/adapters';
import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { Clock } from '../clock/clock.ts';
import { pollFeed } from './poll-feed.ts';
import { type FeedTask, runFeedTasks } from './run-feed-tasks.ts';

const minute = 60_000;

/** A clock that jumps over each wait; a signal that aborts in the middle of one ends it there. */
function jumpingClock(endAt: number, stopping: AbortController) {
  let now = 0;
  const waits: number[] = [];
  let onSleep: ((ms: number) => number) | null = null;
  const clock: Clock = {
    now: () => now,
    speed: 1,
    sleep: async (ms, signal) => {
      const slept = signal?.aborted ? 0 : (onSleep?.(ms) ?? ms);
      waits.push(slept);
      now += slept;
      if (now >= endAt) stopping.abort();
      await Promise.resolve();
    },
  };
  return {
    clock,
    waits,
    pass: (ms: number) => {
      now += ms;
    },
    /** Says how much of a wait passes. */
    onSleep: (listener: (ms: number) => number) => {
      onSleep = listener;
    },
  };
}

function logLines() {
  const lines: string[] = [];
  return {
    lines,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
  };
}

interface Outcome {
  readonly tookMs: number;
  readonly error: Error | null;
  readonly retryAfterMs: number | null;
}

const outcome: fc.Arbitrary<Outcome> = fc
  .record({ tookMs: fc.nat(20_000), fails: fc.boolean(), retryAfterMs: fc.option(fc.nat(2 * 3_600_000)) })
  .map(({ tookMs, fails, retryAfterMs }) => ({
    tookMs,
    retryAfterMs: fails ? retryAfterMs : null,
    error: fails
      ? new AdapterError('test', 'upstream', 'busy', retryAfterMs === null ? {} : { retryAfterMs })
      : null,
  }));

test('polls start at the interval; after failures they wait for the back-off and for what the source asked; the log says down and back once each', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1_000, max: 10 * minute }),
      async (outcomes, everyMs) => {
        const stopping = new AbortController();
        const { clock, pass } = jumpingClock(Number.POSITIVE_INFINITY, stopping);
        const { log, lines } = logLines();
        const starts: number[] = [];
        await pollFeed({
          source: 'test',
          state: null,
          everyMs,
          clock,
          log,
          signal: stopping.signal,
          async poll({ startedAt }) {
            const next = outcomes[starts.length];
            starts.push(startedAt);
            if (next === undefined) return stopping.abort();
            pass(next.tookMs);
            if (next.error) throw next.error;
          },
        });
        expect(starts).toHaveLength(outcomes.length + 1);
        let wasDown = false;
        const expected: string[] = [];
        for (const [index, { tookMs, error, retryAfterMs }] of outcomes.entries()) {
          const waited = starts[index + 1]! - starts[index]!;
          if (error === null) expect(waited).toBe(Math.max(everyMs, tookMs));
          else {
            const asked = Math.min(retryAfterMs ?? 0, 3_600_000);
            expect(waited).toBeGreaterThanOrEqual(Math.max(everyMs, asked, tookMs));
            expect(waited).toBeLessThanOrEqual(Math.max(everyMs, asked, tookMs, minute));
          }
          if ((error !== null) !== wasDown) expected.push(error ? 'test went down' : 'test is back');
          wasDown = error !== null;
        }
        // The poll that ends the loop succeeds too.
        if (wasDown) expected.push('test is back');
        expect(lines).toEqual(expected);
      },
    ),
  );
});

test('the interval may depend on the start, and a loop may set its own wait after failures', async () => {
  const stopping = new AbortController();
  const { clock } = jumpingClock(1_000, stopping);
  const starts: number[] = [];
  await pollFeed({
    source: 'test',
    state: null,
    everyMs: (startedAt) => 100 + (startedAt % 7),
    failureWaitMs: (_error, failures, everyMs) => failures * 50 + everyMs,
    clock,
    log: logLines().log,
    signal: stopping.signal,
    async poll({ startedAt }) {
      starts.push(startedAt);
      if (starts.length < 3) throw new Error('no');
    },
  });
  expect(starts.slice(0, 4)).toEqual([0, 150, 353, 456]);
});

test('a wake cuts the wait of a healthy source short, also one that came during the poll, and never that of a failing one', async () => {
  const stopping = new AbortController();
  const { clock, onSleep } = jumpingClock(20 * minute, stopping);
  let wake = new AbortController();
  const wakeUp = () => {
    const last = wake;
    wake = new AbortController();
    last.abort();
  };
  const starts: number[] = [];
  // The first wait ends after a second.
  onSleep((ms) => {
    if (starts.length !== 1) return ms;
    wakeUp();
    return 1_000;
  });
  await pollFeed({
    source: 'test',
    state: null,
    everyMs: 5 * minute,
    clock,
    log: logLines().log,
    signal: stopping.signal,
    nextWake: () => wake.signal,
    async poll({ startedAt }) {
      starts.push(startedAt);
      if (starts.length === 2) wakeUp();
      if (starts.length === 3) {
        wakeUp();
        throw new Error('no');
      }
    },
  });
  expect(starts).toEqual([0, 1_000, 1_000, 5 * minute + 1_000, 10 * minute + 1_000, 15 * minute + 1_000]);
});

test('an abort in the middle of a poll ends the loop at once, and is no failure', async () => {
  const stopping = new AbortController();
  const { clock, waits } = jumpingClock(minute, stopping);
  const { log, lines } = logLines();
  let faults = 0;
  await pollFeed({
    source: 'test',
    state: null,
    everyMs: 1_000,
    clock,
    log,
    signal: stopping.signal,
    async poll({ signal, onFault }) {
      onFault(new Error('odd line'));
      onFault(new Error('odd line'));
      faults += 2;
      stopping.abort();
      signal.throwIfAborted();
    },
  });
  expect({ faults, waits, lines }).toEqual({
    faults: 2,
    waits: [],
    lines: ['test sent something unreadable'],
  });
});

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
