import type { StormCellCollection } from '@allclear/contract';
import { pointFrom } from '@allclear/domain';
import { describe, expect, it } from 'vitest';
import { follow } from '../countdown.ts';
import { affectedZone, exampleAnswer, exampleNowMs, exampleZone, isoAgo, observingZone } from '../example.ts';
import { lightningView } from '../lightning-view.ts';
import { exampleTape, secondsAgo } from '../tape/example-tape.ts';
import type { ShownTape } from '../tape/use-tape.ts';
import { labelCorner, labelHalf, scopeView, stormsOf } from './scope-view.ts';

const place = { latitude: 28, longitude: -82 };
const delay = exampleAnswer({ zones: [affectedZone(1, 600), observingZone(2, 300), exampleZone(3)] });
const viewOf = (answer = delay, atMs = exampleNowMs) =>
  lightningView({ followed: follow(undefined, answer, 10_000) }, atMs, 180);
const known = (part = {}): ShownTape => ({ kind: 'known', tape: exampleTape(part) });

function cells(miles: number, heading: number | null, part: Partial<StormCellCollection> = {}) {
  const { latitude, longitude } = pointFrom(place, 45, miles);
  const properties = {
    IssueTime: isoAgo(0),
    Heading: heading,
    Movement: { Speed: heading === null ? null : 30 },
  };
  const feature = { geometry: { coordinates: [longitude, latitude] }, properties };
  return { features: [feature], stale: false, ...part } as unknown as StormCellCollection;
}
const scope = (more: Partial<Parameters<typeof scopeView>[0]> = {}) =>
  scopeView({
    view: viewOf(),
    shown: known(),
    storms: [],
    place,
    nowMs: exampleNowMs,
    timeZone: 'America/New_York',
    ...more,
  });

describe('the small map', () => {
  it('has a ring for each zone in its state', () => {
    expect(scope().rings.map(({ miles, state }) => [miles, state])).toEqual([
      [10, 'strike'],
      [20, 'observing'],
      [30, 'clear'],
    ]);
    expect(scope().rings.map(({ share }) => share)).toEqual([1 / 3, 2 / 3, 1]);
    const old = viewOf(delay, exampleNowMs + 600_000);
    const unknown = scope({ view: old, nowMs: exampleNowMs + 600_000, storms: stormsOf(cells(5, 45)) });
    expect(unknown.rings.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
    expect([unknown.isUnknown, unknown.sentence]).toEqual([true, null]);
  });

  it('has strikes by age where they struck, the newest last and at once, and none older than 30 minutes', () => {
    const strikes = {
      at: [200, 400, 1_000, 1_801].map(secondsAgo),
      distanceMiles: [30, 15, 15, 15],
      bearingDegrees: [90, 180, 0, 0],
    };
    const { dots } = scope({ shown: known({ strikes }) });
    expect(dots.map(({ age }) => age)).toEqual(['old', 'recent', 'new', 'new']);
    expect([dots[0]!.x, dots[0]!.y].map((one) => Math.round(one * 100))).toEqual([0, -50]);
    expect([dots[2]!.x, dots[2]!.y].map((one) => Math.round(one * 100))).toEqual([100, -0]);
    // The strike of the delay, which the tape does not have yet.
    expect(Math.round(Math.hypot(dots[3]!.x, dots[3]!.y) * 300)).toBe(42);
    const all = { at: [180].map(secondsAgo), distanceMiles: [4.2], bearingDegrees: [45] };
    expect(scope({ shown: known({ strikes: all }) }).dots).toHaveLength(1);
  });

  it('has no strikes and is hatched when the tape is not known', () => {
    expect(scope({ shown: { kind: 'covered' } })).toMatchObject({ dots: [], isUnknown: true });
    expect(scope({ shown: { kind: 'asking' } })).toMatchObject({ dots: [], isUnknown: false });
  });

  it('says where the nearest storm goes, and when its edge leaves', () => {
    const { storm, sentence } = scope({ storms: stormsOf(cells(5, 45)) });
    expect(sentence).toMatch(/^Storm moving NE 30 mph; its edge leaves the 10 mi ring about \d+:\d\d PM/);
    expect(sentence).not.toMatch(/clear|safe/i);
    expect(storm).toMatchObject({ headingDegrees: 45 });
    expect(Math.round(Math.hypot(storm!.x, storm!.y) * 30)).toBe(5);
  });

  it('says nothing of a storm that comes, that is far away, whose motion is unknown, or of an old list', () => {
    for (const one of [cells(12, 225), cells(5, null), cells(60, 45), cells(5, 45, { stale: true })])
      expect(scope({ storms: stormsOf(one) }).sentence).toBeNull();
    expect(scope({ storms: stormsOf(cells(60, 45)) }).storm).toBeNull();
    expect(scope({ storms: stormsOf(cells(5, null)) }).storm).toMatchObject({ headingDegrees: null });
    expect(scope({ storms: stormsOf(cells(5, 45, { stale: true })) }).storm).toBeNull();
    expect(stormsOf(undefined)).toEqual([]);
  });

  it('says nothing of a storm while the place is clear', () => {
    expect(scope({ view: viewOf(exampleAnswer()), storms: stormsOf(cells(5, 45)) }).sentence).toBeNull();
  });
});

describe('the labels of the rings', () => {
  const rings = [1 / 3, 2 / 3, 1].map((share) => ({ miles: share * 30, share, state: 'clear' as const }));
  const dotsAt = (corner: { x: number; y: number }, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      key: `${corner.x} ${corner.y} ${i}`,
      ...{ x: corner.x * Math.SQRT1_2 * (2 / 3), y: corner.y * Math.SQRT1_2 * (2 / 3), age: 'new' as const },
    }));
  const corner = (...dots: ReturnType<typeof dotsAt>) => labelCorner({ rings, dots, storm: null });

  it('are in the southwest, and move to a corner without strikes', () => {
    const [southwest, southeast] = [
      { x: -1, y: 1 },
      { x: 1, y: 1 },
    ];
    expect(corner()).toEqual(southwest);
    expect(corner(...dotsAt(southwest, 1))).toEqual(southeast);
    expect(corner(...dotsAt(southwest, 3), ...dotsAt(southeast, 2))).toEqual({ x: -1, y: -1 });
  });

  it('where strikes are everywhere cover the fewest', () => {
    const all = [-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x, y })));
    expect(corner(...all.flatMap((one) => dotsAt(one, one.x === 1 && one.y === -1 ? 1 : 4)))).toEqual({
      x: 1,
      y: -1,
    });
  });

  it('leave room for the arrow of a storm', () => {
    const storm = { x: -0.6, y: 0.6, outerMiles: 30, headingDegrees: 45 };
    expect(labelCorner({ rings, dots: [], storm })).toEqual({ x: 1, y: 1 });
    expect(labelHalf.width).toBeGreaterThan(labelHalf.height);
  });
});
