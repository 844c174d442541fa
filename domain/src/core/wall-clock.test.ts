import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTimeMs, retryPauseMs } from './answer-time.ts';
import { createWallClock, jumpProofMs, setBackProofMs, toleranceMs } from './wall-clock.ts';

const start = Date.parse('2026-06-06T20:00:00Z');
const dayMs = 86_400_000;

/** A reader's computer, whose clock is wrong by `wrongMs`, and the truth. */
function computer(wrongMs = 0, servedMs: number | null = null) {
  const time = { true: start, wall: start + wrongMs, steady: 500 };
  const clock = createWallClock(servedMs, { wallMs: () => time.wall, steadyMs: () => time.steady });
  return {
    time,
    clock,
    run: (ms: number) => {
      for (const part of ['true', 'wall', 'steady'] as const) time[part] += ms;
    },
    /** The steady time stands still while it sleeps. */
    sleep: (ms: number) => {
      time.true += ms;
      time.wall += ms;
    },
  };
}

describe('the wall clock of the server', () => {
  it('knows nothing before an answer', () => {
    expect(computer(0, start).clock.now()).toBeNull();
  });

  it.each([0, dayMs, -dayMs])('is right on a computer whose clock is wrong by %d ms', (wrongMs) => {
    const { clock, run } = computer(wrongMs);
    clock.take(start);
    run(40_000);
    expect(clock.now()).toBe(start + 40_000);
  });

  it('counts the time asleep, when the steady time stood still', () => {
    const { clock, sleep } = computer();
    clock.take(start);
    sleep(8 * 3_600_000);
    expect(clock.now()).toBe(start + 8 * 3_600_000);
  });

  it('counts a sleep after the clock of the reader was set back', () => {
    const { clock, time, run, sleep } = computer();
    clock.take(start);
    time.wall -= 3_600_000;
    run(10);
    expect(clock.now()).toBe(start + 10);
    sleep(600_000);
    expect(clock.now()).toBe(start + 600_010);
  });

  it('is not set back by the old answers of a cache after a sleep', () => {
    const { clock, run, sleep } = computer();
    clock.take(start);
    sleep(3_600_000);
    for (let round = 0; round < 30; round++) {
      clock.take(start);
      run(10_000);
    }
    expect(clock.now()).toBe(start + 3_600_000 + 300_000);
  });

  it('is right again soon after the reader has set the clock forward', () => {
    const { clock, time, run } = computer();
    clock.take(start);
    time.wall += dayMs;
    expect(clock.now()).toBe(start + dayMs);
    for (let gone = 0; gone <= jumpProofMs; gone += 4_000) {
      clock.take(time.true);
      run(4_000);
    }
    expect(clock.now()).toBe(time.true);
  });

  it('follows a server whose clock was set back only after a minute at the pace of time', () => {
    const { clock, time, run } = computer();
    clock.take(start);
    const asked: boolean[] = [];
    for (let gone = 0; gone <= setBackProofMs + 10_000; gone += 10_000) {
      clock.take(time.true - 600_000);
      asked.push(clock.now() === time.true - 600_000);
      run(10_000);
    }
    expect(asked.indexOf(true)).toBe(6);
  });

  it('knows an old answer by the page, which is younger', () => {
    const { clock, run } = computer(0, start);
    clock.take(start - 7_200_000);
    run(1_000);
    expect(clock.now()).toBe(start + 1_000);
  });

  it('is never behind the truth, whatever sleeps, is set or is cached, while answers say their age', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('run' as const), ms: fc.nat(60_000) }),
      fc.record({ kind: fc.constant('sleep' as const), ms: fc.nat(dayMs) }),
      fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -dayMs, max: dayMs }) }),
      fc.record({ kind: fc.constant('answer' as const), ms: fc.nat(dayMs) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: -dayMs, max: dayMs }),
        (steps, wrongMs) => {
          const { clock, time, run, sleep } = computer(wrongMs);
          clock.take(start);
          for (const { kind, ms } of steps) {
            // Clocks are set by hand while the computer is awake and the page draws each second.
            clock.now();
            if (kind === 'run') run(ms);
            else if (kind === 'sleep') sleep(ms);
            else if (kind === 'set') time.wall += ms;
            else {
              // Of a cache that says so.
              const headers = new Headers({
                date: new Date(time.true - ms).toUTCString(),
                age: String(Math.floor(ms / 1_000)),
              });
              clock.take(answerTimeMs(headers) ?? Number.NaN);
            }
            expect((clock.now() ?? 0) - time.true).toBeGreaterThanOrEqual(-toleranceMs - 1_000);
          }
        },
      ),
    );
  });

  it('never goes back by answers that stand still', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 4_000, max: 60_000 }), fc.nat(dayMs)), { maxLength: 40 }),
        (rounds) => {
          const { clock, run, sleep } = computer();
          clock.take(start);
          let before = start;
          for (const [awakeMs, asleepMs] of rounds) {
            run(awakeMs);
            sleep(asleepMs);
            clock.take(start);
            const now = clock.now() ?? 0;
            expect(now).toBeGreaterThanOrEqual(before);
            before = now;
          }
        },
      ),
    );
  });
});

describe('the headers of an answer', () => {
  const date = 'Sat, 06 Jun 2026 20:00:00 GMT';

  it.each([
    [{ date }, start],
    [{ date, age: '4' }, start + 4_000],
    [{ date, age: 'soon' }, start],
    [{ age: '4' }, null],
  ])('%o say when it was made', (headers, expected) => {
    expect(answerTimeMs(new Headers(headers))).toBe(expected);
  });

  it.each([
    [{}, 0],
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': '999999' }, 600_000],
    [{ 'retry-after': 'Sat, 06 Jun 2026 20:01:00 GMT', date }, 60_000],
    [{ 'retry-after': 'Sat, 06 Jun 2026 19:01:00 GMT', date }, 0],
    [{ 'retry-after': 'later' }, 0],
  ])('%o say how long to wait', (headers, expected) => {
    expect(retryPauseMs(new Headers(headers))).toBe(expected);
  });
});
