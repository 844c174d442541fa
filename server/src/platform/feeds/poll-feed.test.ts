import { AdapterError } from '@allclear/adapters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jumpingClock, logLines } from '../../../test/jumping-clock.ts';
import { pollFeed } from './poll-feed.ts';

const minute = 60_000;

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
