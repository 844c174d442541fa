import type { LightningDelay, LightningTape } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../api/failure.ts';
import { timeOfDay } from '../../../clock/time-text.ts';
import { clockText, follow } from '../countdown.ts';
import { affectedZone, exampleAnswer, exampleNowMs, exampleZone, isoAgo, observingZone } from '../example.ts';
import { type LightningView, lightningView } from '../lightning-view.ts';
import { exampleTape, tapeWithStrikes } from './example-tape.ts';
import { laneSeconds, tapeView } from './tape-view.ts';
import { shownTape, tapeOf } from './use-tape.ts';

const timeZone = 'America/New_York';
const viewOf = (answer: LightningDelay, atMs = exampleNowMs) =>
  lightningView({ followed: follow(undefined, answer, 10_000) }, atMs, 180);
const unavailable = lightningView(
  {
    failure: new ApiFailure({
      status: 503,
      code: 'lightning-unobserved',
      message: 'x',
      lastKnown: { observedThrough: isoAgo(600), now: isoAgo(0), remark: null, zones: [] },
    }),
  },
  exampleNowMs,
  180,
);
const drawn = (view: LightningView, tape: LightningTape | 'covered' | 'asking', nowMs = exampleNowMs) =>
  tapeView({
    view,
    shown: typeof tape === 'string' ? { kind: tape } : { kind: 'known', tape },
    nowMs,
    timeZone,
  });
/** Parts as seconds relative to now. */
const partsOf = (lane: ReturnType<typeof drawn>['lanes'][number] | undefined) =>
  lane?.parts.map(({ kind, from, to }) => {
    const seconds = (share: number) => Math.round((share - 0.5) * laneSeconds);
    return [kind, seconds(from), seconds(to)];
  });
const delay = exampleAnswer({ zones: [exampleZone(1), affectedZone(2, 1361), affectedZone(3, 1563)] });

describe('a lane of the tape', () => {
  it('has the clock and the end of its ring, and the quiet since its last strike', () => {
    const view = viewOf(delay);
    const { lanes } = drawn(view, tapeWithStrikes([900, 180]));
    if (view.kind !== 'delay') throw new Error('a delay is expected');
    for (const [i, zone] of view.zones.entries()) {
      const lane = lanes[i]!;
      expect(lane.range).toBe(zone.range);
      if (zone.state === 'clear') expect([lane.clock, lane.note]).toEqual([null, 'All Clear']);
      else
        expect([lane.clock, lane.note]).toEqual([
          clockText(zone.remainingSeconds),
          timeOfDay(zone.clearAt, timeZone),
        ]);
    }
    expect(partsOf(lanes[1])).toEqual([
      ['quiet', -180, -40],
      ['awaited', -40, 1321],
    ]);
    expect(lanes[1]!.ticks).toEqual([900, 1_620]);
  });

  it('has the newest strike of the delay before the tape has it', () => {
    const [, lane] = drawn(viewOf(delay), exampleTape()).lanes;
    expect(lane!.ticks).toEqual([1_620]);
    expect(partsOf(lane)![0]).toEqual(['quiet', -180, -40]);
  });

  it('moves with the clock', () => {
    const view = viewOf(delay, exampleNowMs + 60_000);
    const [, lane] = drawn(view, tapeWithStrikes([180]), exampleNowMs + 60_000).lanes;
    expect(lane!.ticks).toEqual([1_560]);
    expect(partsOf(lane)![0]).toEqual(['quiet', -240, -100]);
  });

  it('is hatched where nothing was seen, and quiet begins after that', () => {
    const view = viewOf(exampleAnswer({ zones: [observingZone(1, 1_000)] }));
    const unseen = [{ from: isoAgo(1_200), to: isoAgo(800) }];
    const tape = exampleTape({ unseen, quietCountsFrom: isoAgo(800) });
    const [lane] = drawn(view, tape).lanes;
    expect(partsOf(lane)).toEqual([
      ['unseen', -1_200, -800],
      ['quiet', -800, -40],
      ['awaited', -40, 960],
    ]);
    expect(lane!.spoken).toMatch(/not observed .* to .*; quiet must still be observed until /);
  });

  it('stands still and says so while a window is missing', () => {
    const answer = { ...delay, paused: true, observedThrough: isoAgo(120), confirmedThrough: isoAgo(120) };
    const tape = tapeWithStrikes([180], {
      observedThrough: isoAgo(120),
      confirmedThrough: isoAgo(120),
      pendingGap: { from: isoAgo(120), to: isoAgo(0) },
    });
    const later = exampleNowMs + 20_000;
    const [first, second] = [exampleNowMs, later].map((at) => drawn(viewOf(answer, at), tape, at).lanes[1]!);
    expect(second!.clock).toBe(first!.clock);
    expect(first!.note).toBe('paused');
    expect(partsOf(second)).toEqual([
      ['quiet', -200, -140],
      ['unseen', -140, 0],
      ['awaited', 0, 1_301],
    ]);
  });

  it('is hatched since the end of observation while the status is unknown, and promises nothing', () => {
    const tape = tapeWithStrikes([900], { observedThrough: isoAgo(600), confirmedThrough: isoAgo(600) });
    const { lanes } = drawn(unavailable, tape);
    expect(lanes).toHaveLength(3);
    for (const lane of lanes) {
      expect(lane).toMatchObject({ state: 'unknown', clock: null, note: 'not known' });
      expect(partsOf(lane)).toEqual([
        ['quiet', -900, -600],
        ['unseen', -600, 0],
      ]);
      expect(lane.spoken).not.toMatch(/clear/i);
    }
  });

  it('is hatched as a whole when the tape is not known, and never says that there was no strike', () => {
    const { lanes } = drawn(viewOf(exampleAnswer()), 'covered');
    for (const lane of lanes) {
      expect(partsOf(lane)).toEqual([['unseen', -1_800, 0]]);
      expect(lane.spoken).not.toContain('no strike');
    }
    expect(drawn(unavailable, 'covered').lanes).toEqual([]);
  });

  it('is empty until the tape is answered', () => {
    expect(drawn(viewOf(exampleAnswer()), 'asking').lanes.map(partsOf)).toEqual([[], [], []]);
  });

  it('draws no quiet beyond what the delay or the tape confirms, and none in an unseen stretch', () => {
    const ago = fc.integer({ min: 0, max: 2_400 });
    fc.assert(
      fc.property(
        ago,
        ago,
        fc.array(fc.tuple(ago, ago)),
        ago,
        fc.boolean(),
        (tapeAgo, delayAgo, gaps, strike, paused) => {
          const answer = exampleAnswer({
            zones: [affectedZone(1, 1_000)],
            observedThrough: isoAgo(Math.min(delayAgo, 179)),
            paused,
          });
          const unseen = gaps.map(([a, b]) => ({ from: isoAgo(Math.max(a, b)), to: isoAgo(Math.min(a, b)) }));
          const through = { observedThrough: isoAgo(tapeAgo), confirmedThrough: isoAgo(tapeAgo) };
          const [lane] = drawn(viewOf(answer), tapeWithStrikes([strike], { ...through, unseen })).lanes;
          const least = Math.min(strike, 180);
          for (const [kind, from, to] of partsOf(lane)!) {
            if (kind !== 'quiet') continue;
            expect(from).toBeGreaterThanOrEqual(-least - 1);
            expect(to).toBeLessThanOrEqual(1 - Math.max(tapeAgo, Math.min(delayAgo, 179)));
            for (const gap of gaps) {
              const [begin, end] = [-Math.max(...gap), -Math.min(...gap)];
              if (begin < end) expect(Number(from) >= end || Number(to) <= begin).toBe(true);
            }
          }
        },
      ),
    );
  });
});

it('the axis has the times of the place, and says where now is', () => {
  expect(drawn(viewOf(delay), exampleTape()).axis).toEqual(['4:16', '4:31', 'now', '5:01', '5:16']);
});

it('a tape is covered when it is old or malformed', () => {
  const state = { value: exampleTape(), asOfMs: exampleNowMs, failed: false, unobserved: false, none: false };
  expect(shownTape(undefined, exampleNowMs, 1).kind).toBe('asking');
  expect(shownTape(state, exampleNowMs + 60_000, 1).kind).toBe('known');
  expect(shownTape({ ...state, failed: true }, exampleNowMs + 60_000, 1).kind).toBe('known');
  expect(shownTape(state, exampleNowMs + 101_000, 1).kind).toBe('covered');
  expect(shownTape({ ...state, unobserved: true }, exampleNowMs, 1).kind).toBe('covered');
  expect(tapeOf(exampleTape())).toEqual(exampleTape());
  for (const part of [{ now: 'x' }, { unseen: [{ from: 'x', to: 'y' }] }, { zones: [{}] }, { strikes: {} }])
    expect(() => tapeOf({ ...exampleTape(), ...part })).toThrow(ApiFailure);
});
