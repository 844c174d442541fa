import { describe, expect, test } from 'vitest';
import {
  type BatchWindow,
  blindedEventFactor,
  comparedMs,
  coverageOf,
  fewestComparedBatches,
  nearBlindedMs,
  observationOfBatches,
  observationOfFeeds,
} from './blinded-batches.ts';
import { zoneStatus } from './zone-status.ts';

const second = 1_000;
const t0 = Date.UTC(2026, 2, 20, 5);

/** A batch of 20 s, by its number since `t0`; in a sun window unless its number is negative. */
const batch = (number: number, eventCount: number | null = 100, more: Partial<BatchWindow> = {}) => ({
  from: t0 + number * 20 * second,
  to: t0 + (number + 1) * 20 * second,
  receivedAt: t0 + (number + 1) * 20 * second,
  eventCount,
  inSunWindow: number >= 0,
  ...more,
});
/** Batches from one number up to another, exclusive. */
const batches = (from: number, to: number, eventCount: number | null = 100) =>
  Array.from({ length: to - from }, (_, i) => batch(from + i, eventCount));
/** An hour of usual batches before the sun window. */
const hour = batches(-180, 0);
const numberOf = ({ from }: { readonly from: number }) => (from - t0) / (20 * second);
const blind = (windows: readonly BatchWindow[]) =>
  coverageOf(windows).blind.map((window) => `${numberOf(window)} ${window.reason}`);

test('the limits are those of the safety rule', () => {
  expect([blindedEventFactor, nearBlindedMs, comparedMs, fewestComparedBatches]).toEqual([
    3,
    120 * second,
    3_600 * second,
    30,
  ]);
});

describe('a batch of a sun window', () => {
  test.each([
    ['with three times the usual events provides coverage', 300, []],
    ['with one event more is blinded', 301, ['0 sun']],
    ['without events provides coverage', 0, []],
    ['without an event count cannot be judged', null, ['0 sun-possible']],
  ])('%s', (_name, count, expected) => {
    expect(blind([...hour, batch(0, count)])).toEqual(expected);
  });

  test('is not compared when too few batches came before it', () => {
    expect(blind([...batches(-29, 0), batch(0)])).toEqual(['0 sun-possible']);
    expect(blind([...batches(-30, 0), batch(0)])).toEqual([]);
  });

  test('is compared with the batches of the hour before it alone', () => {
    const older = batches(-300, -180, 1);
    expect(blind([...older, ...hour, batch(0, 300)])).toEqual([]);
    // 30 batches begin within the hour, the oldest of them exactly an hour before.
    expect(blind([...batches(-180, -150), batch(0, 300)])).toEqual([]);
    expect(blind([...batches(-181, -151), batch(0, 300)])).toEqual(['0 sun-possible']);
  });

  test('is compared with the median, the mean of the two in the middle', () => {
    const before = [...batches(-31, -16, 1), ...batches(-16, 0, 1_000)];
    expect(blind([...before, batch(0, 3_000)])).toEqual([]);
    expect(blind([...before, batch(0, 3_001)])).toEqual(['0 sun']);
    const even = [...batches(-32, -16, 100), ...batches(-16, 0, 200)];
    expect(blind([...even, batch(0, 450)])).toEqual([]);
    expect(blind([...even, batch(0, 451)])).toEqual(['0 sun']);
  });

  test('counts toward the usual events of the next ones unless it is blinded', () => {
    const low = batches(-60, 0, 10);
    const risen = batches(0, 61, 30);
    expect(blind([...low, ...risen])).toEqual([]);
    expect(blind([...low, ...risen, batch(61, 90)])).toEqual([]);
    expect(blind([...low, ...batches(0, 61, 31)])).toHaveLength(61);
  });

  test('stays blinded however long it lasts', () => {
    expect(blind([...hour, ...batches(0, 330, 1_000)])).toHaveLength(330);
  });

  test('that lost data counts toward nothing', () => {
    const lost = Array.from({ length: 200 }, (_, i) => batch(-200 + i, 1, { dataLost: true }));
    expect(blind([...batches(-60, 0), ...lost, batch(0, 300)]).filter((one) => one.startsWith('0'))).toEqual(
      [],
    );
  });
});

describe('a batch near a blinded one', () => {
  const around = [...hour, ...batches(0, 40)].filter((one) => numberOf(one) !== 20);

  test('is blinded within two minutes before and after', () => {
    // Six batches begin within 100 s, and one at exactly 120 s.
    expect(blind([...around, batch(20, 1_000)]).map((one) => Number.parseInt(one, 10))).toEqual(
      Array.from({ length: 15 }, (_, i) => 13 + i),
    );
  });

  test('provides coverage beyond two minutes, by a millisecond too', () => {
    const before = batch(0, 100, { to: t0 + 20 * second, from: t0 });
    const blinded = (from: number) => batch(0, 1_000, { from: t0 + from, to: t0 + from + 20 * second });
    expect(blind([...hour, before, blinded(140_000)])).toHaveLength(2);
    expect(blind([...hour, before, blinded(140_001)])).toHaveLength(1);
    const after = (from: number) => batch(0, 100, { from: t0 + from, to: t0 + from + 20 * second });
    expect(blind([...hour, batch(0, 1_000), after(140_000)])).toHaveLength(2);
    expect(blind([...hour, batch(0, 1_000), after(140_001)])).toHaveLength(1);
  });

  test('outside the sun window provides coverage', () => {
    const outside = batch(1, 100, { inSunWindow: false });
    expect(blind([...hour, batch(0, 1_000), outside])).toEqual(['0 sun']);
  });

  test('that lost data is blinded by the sun', () => {
    expect(blind([...hour, batch(0, 1_000), batch(1, 100, { dataLost: true })])).toEqual(['0 sun', '1 sun']);
    expect(blind([...hour, batch(0, 100, { dataLost: true }), batch(1, 1_000)])).toEqual(['0 sun', '1 sun']);
  });

  test('makes no further ones blinded', () => {
    expect(blind([...hour, batch(0, 1_000), batch(7), batch(13)])).toEqual(['0 sun', '7 sun']);
  });

  test('that cannot be judged makes none blinded', () => {
    expect(blind([...hour, batch(0, null), batch(1)])).toEqual(['0 sun-possible']);
  });
});

describe('outside a sun window', () => {
  test('no number of events and no missing count makes a batch blinded', () => {
    const outside = [...hour, ...[1_000_000, 0, null].map((count, i) => batch(-180 - i, count))];
    expect(blind(outside)).toEqual([]);
    expect(blind([...outside, batch(0, 301)])).toEqual(['0 sun']);
  });

  test('a batch that lost data provides no coverage, its neighbors do', () => {
    const lost = batch(-90, 100, { dataLost: true });
    const others = hour.filter((one) => numberOf(one) !== -90);
    expect(blind([...others, lost])).toEqual(['-90 data-lost']);
    expect(coverageOf([...others, lost]).windows).toEqual(others);
  });

  test('batches that report nothing of their quality are returned as they are', () => {
    const plain = [batch(-2, null), batch(-3, null)];
    expect(coverageOf(plain)).toEqual({ windows: plain, blind: [] });
    expect(coverageOf(plain).windows).toBe(plain);
  });
});

describe('the confirmed observation', () => {
  const end = (seconds: number) => t0 + seconds * second;
  const seen = (windows: readonly BatchWindow[], now: number) => {
    const found = observationOfBatches(windows, t0 + now * second);
    return (
      found && {
        through: (found.observedThrough - t0) / second,
        confirmed: (found.confirmedThrough - t0) / second,
        gaps: found.gaps.map(({ from, to }) => [(from - t0) / second, (to - t0) / second]),
      }
    );
  };

  test('is the observation outside sun windows', () => {
    expect(seen(hour, 0)).toEqual({ through: 0, confirmed: 0, gaps: [] });
    expect(seen([], 0)).toBeNull();
  });

  test.each([
    [1, 0],
    [5, 0],
    [7, 0],
    [8, 20],
    [9, 40],
    [30, 460],
  ])('after %d batches of a sun window reaches %d s, and never back before it', (count, confirmed) => {
    expect(seen([...hour, ...batches(0, count)], count * 20)).toEqual({
      through: count * 20,
      confirmed,
      gaps: [],
    });
  });

  test('catches up with the first batch after the sun window', () => {
    const after = batch(30, 100, { inSunWindow: false });
    expect(seen([...hour, ...batches(0, 30), after], 620)).toEqual({
      through: 620,
      confirmed: 620,
      gaps: [],
    });
  });

  test('does not catch up while a batch before the end of the sun window may still come', () => {
    const after = batch(30, 100, { inSunWindow: false });
    const missing = [...hour, ...batches(0, 29), after];
    expect(seen(missing, 620)).toEqual({ through: 580, confirmed: 440, gaps: [] });
    expect(seen(missing, 739)).toEqual({ through: 580, confirmed: 440, gaps: [] });
    expect(seen(missing, 740)).toEqual({ through: 620, confirmed: 620, gaps: [[580, 600]] });
  });

  test('ends before what is blinded until that is given up', () => {
    const blinded = [...hour, ...batches(0, 30), ...batches(30, 36, 1_000), ...batches(36, 60)];
    // 120 s before and after the 120 s of the blinded batches, and the batch that touches them.
    expect(seen(blinded.slice(0, 180 + 40), 800)).toEqual({ through: 460, confirmed: 320, gaps: [] });
    expect(seen(blinded, 1_200)).toEqual({ through: 1_200, confirmed: 1_060, gaps: [[460, 860]] });
  });

  test('knows what was not seen after its end as soon as that is given up, so that the quiet before it is over', () => {
    const blinded = [...hour, ...batches(0, 30), ...batches(30, 36, 1_000), ...batches(36, 50)];
    expect(seen(blinded.slice(0, -1), 999)).toEqual({ through: 460, confirmed: 320, gaps: [] });
    // The first batch that sees again is given two minutes, and is confirmed a second later.
    const found = observationOfBatches(blinded, end(1_000));
    expect(seen(blinded, 1_000)).toEqual({ through: 1_000, confirmed: 460, gaps: [[460, 860]] });
    expect(zoneStatus(null, 10, found, end(1_000))).toEqual({
      ...{ kind: 'delay', reason: 'observing', clearAt: end(860 + 600) },
    });
    expect(seen([...blinded, batch(50)], 1_020)).toEqual({
      through: 1_020,
      confirmed: 880,
      gaps: [[460, 860]],
    });
  });

  test('waits for a second more than the two minutes, for windows that are not flush', () => {
    const last = (to: number) => batch(6, 100, { from: t0 + 120 * second, to: t0 + to * second });
    const first = [...hour, ...batches(0, 6)];
    expect(seen([...first, last(140.999)], 200)?.confirmed).toBe(0);
    expect(seen([...first, last(141)], 200)?.confirmed).toBe(20);
  });

  test('is nothing while nothing is confirmed', () => {
    const few = batches(0, 3).map((one) => ({ ...one, inSunWindow: true }));
    const found = observationOfFeeds([few], end(60));
    expect(found).toMatchObject({ observedFrom: t0, observedThrough: end(60), confirmedThrough: t0 });
  });

  test('of another feed is enough', () => {
    const blinded = [...hour, ...batches(0, 20), ...batches(20, 40, 1_000)].map((one) => ({
      ...one,
      feed: 'east',
    }));
    const west = batches(-180, 39).map((one) => ({ ...one, feed: 'west', inSunWindow: false }));
    expect(seen([...blinded, ...west], 800)).toEqual({ through: 780, confirmed: 780, gaps: [] });
    // What only the blinded feed saw waits for it.
    const shorter = west.slice(0, -30);
    expect(seen([...blinded.slice(0, 180 + 12), ...shorter], 240)).toEqual({
      through: 240,
      confirmed: 180,
      gaps: [],
    });
  });

  test('of a feed that ended unconfirmed is a gap of the other', () => {
    const ended = [...hour, ...batches(0, 12)].map((one) => ({ ...one, feed: 'east' }));
    const other = [...batches(-180, 4), ...batches(12, 40)].map((one) => ({
      ...one,
      feed: 'west',
      inSunWindow: false,
    }));
    expect(seen([...ended, ...other], 800)).toEqual({ through: 800, confirmed: 800, gaps: [[100, 240]] });
  });
});
