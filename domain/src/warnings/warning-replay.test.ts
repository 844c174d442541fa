import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LightningIndex, lightningAt, type Observation } from '../lightning/index.ts';
import { nextWarning, noWarning, type WarningRule, type WarningState } from './warning.ts';
import { lightningInput } from './warning-inputs.ts';
import { observedShare, type ReplayEvent, replayLightning, stoppedMs } from './warning-replay.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 5, 1);
const rule: WarningRule = {
  evidence: 'lightning',
  allClearMinutes: 30,
  reAlertMinutes: 10,
  readingLimitMs: 90 * minute,
};
const seen = (minutes: number, gaps: Observation['gaps'] = []): Observation => ({
  observedFrom: begin - 60 * minute,
  observedThrough: begin + minutes * minute,
  confirmedThrough: begin + minutes * minute,
  gaps,
});
const strike = (atMinutes: number, distanceMiles = 4) => ({ at: begin + atMinutes * minute, distanceMiles });
const notices = (events: readonly ReplayEvent[]) =>
  events.map(({ event, at }) => `${event} ${(at - begin) / minute}`);

describe('replayLightning', () => {
  it.each<[string, number[], Observation, string[]]>([
    ['one strike', [0], seen(60), ['started 0', 'all-clear 30']],
    ['a strike that restarts the count', [0, 29], seen(90), ['started 0', 'reminder 29', 'all-clear 59']],
    [
      'a strike at the very end of the quiet time',
      [0, 30],
      seen(90),
      ['started 0', 'reminder 30', 'all-clear 60'],
    ],
    [
      'a strike after the all clear',
      [0, 31],
      seen(90),
      ['started 0', 'all-clear 30', 'started 31', 'all-clear 61'],
    ],
    ['observation that ends before the quiet time', [0], seen(29), ['started 0']],
    [
      'a gap of five minutes',
      [0],
      seen(120, [{ from: begin + 5 * minute, to: begin + 10 * minute }]),
      ['started 0', 'held 8', 'resumed 10', 'all-clear 40'],
    ],
    [
      'a gap that is tolerated',
      [0],
      seen(120, [{ from: begin + 5 * minute, to: begin + 5.5 * minute }]),
      ['started 0', 'all-clear 30'],
    ],
    ['no strike', [], seen(120), []],
  ])('%s', (_name, strikes, observation, expected) => {
    expect(
      notices(
        replayLightning(
          rule,
          strikes.map((at) => strike(at)),
          observation,
        ),
      ),
    ).toEqual(expected);
  });

  it('gives what the live engine gives for the same strikes, second by second', () => {
    const place = {
      placeId: null,
      latitude: 28,
      longitude: -82,
      radius1: 10,
      radius2: 0,
      radius3: 0,
      radius4: 0,
      allClearMinutes: 10,
    };
    const short = { ...rule, allClearMinutes: 10 };
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 3_000 }), { maxLength: 25 }),
        fc.integer({ min: 1, max: 3_600 }),
        (seconds, endSecond) => {
          const strikes = [...seconds].sort((a, b) => a - b).filter((second) => second <= endSecond);
          const lightningIndex = new LightningIndex([
            { vendor: 'all', providesCoverage: true, covers: () => true },
          ]);
          const live: ReplayEvent[] = [];
          let state: WarningState = noWarning;
          lightningIndex.add('all', {
            key: 'before',
            from: begin - 60 * minute,
            to: begin,
            receivedAt: begin,
            flashes: [],
          });
          for (let second = 1; second <= endSecond; second++) {
            const now = begin + second * 1_000;
            const points = Float64Array.of(28.05, -82);
            const flashes = strikes.includes(second)
              ? [{ at: now, latitude: 28.05, longitude: -82, points }]
              : [];
            lightningIndex.add('all', {
              key: String(second),
              from: now - 1_000,
              to: now,
              receivedAt: now,
              flashes,
            });
            const lightningStatus = lightningAt(lightningIndex, place, now);
            const zone = lightningStatus.kind === 'not-covered' ? undefined : lightningStatus.zones[0];
            const input = lightningInput(zone, lightningStatus.kind, now);
            const before: WarningState = state;
            const step = nextWarning(short, state, input, now);
            state = step.state;
            for (const effect of step.effects) {
              if (effect.kind !== 'notify') continue;
              const value =
                state.kind === 'open' ? state.value : before.kind === 'open' ? before.value : null;
              live.push({ event: effect.notice as ReplayEvent['event'], at: now, value });
            }
          }
          const distanceMiles = live[0]?.value ?? 0;
          const observation = {
            observedFrom: begin - 60 * minute,
            observedThrough: begin + endSecond * 1_000,
            confirmedThrough: begin + endSecond * 1_000,
            gaps: [],
          };
          const replayed = replayLightning(
            short,
            strikes.map((second) => ({ at: begin + second * 1_000, distanceMiles })),
            observation,
          );
          expect(replayed).toEqual(live);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('counts the time that people were stopped within the stretch that is asked for', () => {
  const events = replayLightning(rule, [strike(0), strike(100)], seen(110));
  expect(stoppedMs(events, begin, begin + 110 * minute)).toBe(40 * minute);
  expect(stoppedMs(events, begin + 10 * minute, begin + 20 * minute)).toBe(10 * minute);
  expect(stoppedMs([], begin, begin + minute)).toBe(0);
});

it('gives the observed part', () => {
  const gaps = [{ from: begin + 10 * minute, to: begin + 20 * minute }];
  expect(observedShare(seen(50, gaps), begin, begin + 100 * minute)).toBeCloseTo(0.4);
  expect(observedShare(null, begin, begin + minute)).toBe(0);
  expect(observedShare(seen(-10), begin, begin + minute)).toBe(0);
});
