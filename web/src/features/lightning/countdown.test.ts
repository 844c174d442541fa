import { countdownAt, missingAfterMs } from '@allclear/domain';
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

const lagMs = 45_000;
const everyMs = 10_000;
/** What the server shows at an instant. */
const serverSeconds = (nowMs: number, observedMs: number, clearAtMs: number) =>
  Math.min((clearAtMs - countdownAt(observedMs, lagMs, nowMs).through) / 1000, 1800);

/** Asks every 10 s; gives what the screen shows each second with what the server would say then. */
function watch(observedAt: (nowMs: number) => number, clearAtMs: number, seconds: number) {
  let followed: FollowedDelay | undefined;
  const shown: { nowMs: number; seconds: number; server: number; paused: boolean }[] = [];
  for (let second = 0; second < seconds; second++) {
    const nowMs = exampleNowMs + second * 1000;
    const observedMs = observedAt(nowMs);
    const zone = { ...affectedZone(1, Math.max(0, (clearAtMs - observedMs) / 1000)), clearAt: at(clearAtMs) };
    if (second % 10 === 0) {
      const { paused } = countdownAt(observedMs, lagMs, nowMs);
      const times = { now: at(nowMs), observedThrough: at(observedMs), lagSeconds: lagMs / 1000, paused };
      followed = follow(followed, exampleAnswer({ ...times, zones: [zone] }), everyMs);
    }
    shown.push({
      nowMs,
      seconds: remainingSeconds(followed!, followed!.answer.zones[0]!, nowMs),
      server: serverSeconds(nowMs, observedMs, clearAtMs),
      paused: followed!.paused,
    });
  }
  return shown;
}
/** Windows of 20 s that arrive 25 s after their end. */
const onTime = (nowMs: number) => Math.floor((nowMs - 25_000) / 20_000) * 20_000;

it('counts to what is confirmed, two minutes behind the observation where the sun may blind the satellite', () => {
  const observedThrough = at(exampleNowMs - lagMs);
  const zone = { ...affectedZone(1, 600), clearAt: at(exampleNowMs - lagMs + 600_000) };
  const times = { now: at(exampleNowMs), observedThrough, lagSeconds: lagMs / 1000, zones: [zone] };
  const shown = (confirmedThrough: string, afterMs: number) =>
    remainingSeconds(
      follow(undefined, exampleAnswer({ ...times, confirmedThrough }), everyMs),
      zone,
      exampleNowMs + afterMs,
    );
  expect(shown(observedThrough, 0)).toBe(600);
  expect(shown(at(exampleNowMs - lagMs - 120_000), 0)).toBe(720);
  expect(shown(at(exampleNowMs - lagMs - 120_000), 5_000)).toBe(715);
});

describe('the countdown', () => {
  it('runs by the second and shows what the server shows while the feed is on time', () => {
    const shown = watch(onTime, exampleNowMs + 1_500_000, 300);
    for (let i = 1; i < shown.length; i++) {
      expect(Math.abs(shown[i]!.seconds - shown[i]!.server)).toBeLessThan(1);
      expect(shown[i - 1]!.seconds - shown[i]!.seconds).toBeCloseTo(1, 3);
    }
  });

  it('stands still and says so when windows are missing, with the time that the server shows', () => {
    const stopped = onTime(exampleNowMs + 60_000);
    const shown = watch((nowMs) => Math.min(stopped, onTime(nowMs)), exampleNowMs + 1_500_000, 300);
    const later = shown.filter(({ nowMs }) => nowMs > stopped + lagMs + missingAfterMs + everyMs);
    expect(later.length).toBeGreaterThan(100);
    for (const { seconds, server, paused } of later) {
      expect(paused).toBe(true);
      expect(Math.abs(seconds - server)).toBeLessThan(1);
      expect(seconds).toBe(later[0]!.seconds);
    }
  });

  it('never rises without a strike, except to stand still for a window that is missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(90_000), { minLength: 1, maxLength: 40 }),
        fc.nat(1_800_000),
        (lates, clearInMs) => {
          let through = exampleNowMs - 60_000;
          const observed = (nowMs: number) => {
            const late = lates[Math.floor((nowMs - exampleNowMs) / 10_000) % lates.length]!;
            through = Math.max(through, nowMs - late);
            return through;
          };
          const shown = watch(observed, exampleNowMs + clearInMs, 200);
          for (let i = 1; i < shown.length; i++) {
            if (!shown[i]!.paused)
              expect(shown[i]!.seconds).toBeLessThanOrEqual(shown[i - 1]!.seconds + 1e-6);
          }
        },
      ),
    );
  });

  it('shows no more than the full timer, unless the server says more', () => {
    const answer = exampleAnswer({
      now: at(exampleNowMs),
      observedThrough: at(exampleNowMs - 50_000),
      lagSeconds: 45,
    });
    const followed = follow(undefined, answer, everyMs);
    const zone = (seconds: number) => ({
      remainingSeconds: seconds,
      clearAt: at(exampleNowMs - 50_000 + seconds * 1000),
    });
    expect(remainingSeconds(followed, zone(1800), exampleNowMs)).toBe(1800);
    expect(remainingSeconds(followed, zone(1850), exampleNowMs)).toBe(1850);
  });
});
