import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, type FollowedDelay, follow, remainingSeconds } from './countdown.ts';
import { affectedZone, exampleAnswer, exampleNowMs } from './example.ts';

const at = (ms: number) => new Date(ms).toISOString();

it.each([
  [0, '00:00'],
  [0.2, '00:01'],
  [59.1, '01:00'],
  [1361, '22:41'],
  [3600, '60:00'],
  [3725, '62:05'],
  [-5, '00:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

/**
 * Polls a feed whose observation advances by `stepMs` and lags behind by up to that; yields each answer with
 * the previously shown value.
 */
function watch(observedAt: (nowMs: number) => number, clearAtMs: number, pollMs: number, polls: number) {
  let followed: FollowedDelay | undefined;
  const shown: { nowMs: number; seconds: number; serverSeconds: number }[] = [];
  for (let i = 0; i < polls; i++) {
    const nowMs = exampleNowMs + i * pollMs;
    const serverSeconds = Math.max(0, (clearAtMs - observedAt(nowMs)) / 1000);
    followed = follow(
      followed,
      exampleAnswer({
        now: at(nowMs),
        observedThrough: at(observedAt(nowMs)),
        zones: [affectedZone(1, serverSeconds)],
      }),
      180,
    );
    shown.push({ nowMs, seconds: remainingSeconds(followed, serverSeconds, nowMs), serverSeconds });
  }
  return { shown, followed: followed! };
}

describe('the countdown', () => {
  it('never shows less at an answer than the server says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(120_000), { minLength: 1, maxLength: 40 }),
        fc.nat(1_800_000),
        (lags, clearInMs) => {
          let i = 0;
          const { shown } = watch(
            (nowMs) => nowMs - lags[i++ % lags.length]!,
            exampleNowMs + clearInMs,
            10_000,
            40,
          );
          for (const { seconds, serverSeconds } of shown)
            expect(seconds).toBeGreaterThanOrEqual(serverSeconds - 1e-6);
        },
      ),
    );
  });

  it('runs evenly while granules arrive in steps of 20 s', () => {
    const observed = (nowMs: number) => Math.floor((nowMs - 25_000) / 20_000) * 20_000;
    const { shown } = watch(observed, exampleNowMs + 1_500_000, 7_000, 60);
    const settled = shown.slice(10);
    for (let i = 1; i < settled.length; i++)
      expect(Math.abs(settled[i - 1]!.seconds - settled[i]!.seconds - 7)).toBeLessThanOrEqual(6);
  });

  it('stands still when the feed does', () => {
    const stopped = exampleNowMs - 40_000;
    const { followed } = watch(() => stopped, exampleNowMs + 600_000, 10_000, 12);
    expect(followed.paused).toBe(true);
    const later = Date.parse(followed.answer.now);
    expect(remainingSeconds(followed, 640, later + 9_000)).toBe(640);
  });

  it('does not carry the lag of an outage that is over', () => {
    const observed = (nowMs: number) =>
      nowMs < exampleNowMs + 100_000 ? exampleNowMs - 20_000 : nowMs - 20_000;
    const { followed } = watch(observed, exampleNowMs + 1_500_000, 10_000, 11);
    expect(followed.paused).toBe(false);
    expect(followed.lagMs).toBeLessThanOrEqual(50_000);
  });

  it('shows no more than the full timer', () => {
    const { followed } = watch(
      (nowMs) => nowMs - (nowMs === exampleNowMs ? 50_000 : 25_000),
      exampleNowMs,
      10_000,
      2,
    );
    expect(remainingSeconds(followed, 1800, Date.parse(followed.answer.now))).toBe(1800);
    expect(remainingSeconds(followed, 1850, Date.parse(followed.answer.now))).toBe(1850);
  });
});
