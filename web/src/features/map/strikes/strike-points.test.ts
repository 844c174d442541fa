import type { StrikePoints } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HeldStrikes,
  maxPoints,
  mergeStrikes,
  nearestStrike,
  type StrikePoint,
} from './strike-points.ts';

const now = Date.parse('2026-06-06T20:00:00Z');
const halfHour = 1_800;

type Strike = Pick<StrikePoint, 'id' | 'at'> & Partial<StrikePoint>;
function answerOf(strikes: readonly Strike[], more: Partial<StrikePoints> = {}): StrikePoints {
  const all = strikes.map((one) => ({
    longitude: -82,
    latitude: 28,
    ampKa: null,
    energyJ: null,
    type: 0,
    ...one,
  }));
  return {
    cursor: 'a.1',
    whole: false,
    observedThrough: null,
    coverage: 'all' as const,
    completeFrom: null,
    ids: all.map(({ id }) => id),
    at: all.map(({ at }) => at),
    longitude: all.map(({ longitude }) => longitude),
    latitude: all.map(({ latitude }) => latitude),
    ampKa: all.map(({ ampKa }) => ampKa),
    energyJ: all.map(({ energyJ }) => energyJ),
    type: all.map(({ type }) => type),
    ...more,
  };
}
const strikesOf = (held: HeldStrikes) => held.points.map(({ id, at }) => [id, at]);

/**
 * Strikes with distinct ids, some older than half an hour, and the answers with them: in any order, some of
 * them twice.
 */
const news = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: -50, max: 500 }),
      at: fc.integer({ min: now / 1_000 - 2_400, max: now / 1_000 }),
    }),
    {
      selector: ({ id }) => id,
      maxLength: 60,
    },
  )
  .chain((strikes) =>
    fc.record({
      strikes: fc.constant(strikes),
      answers: fc.array(fc.shuffledSubarray(strikes), { maxLength: 6 }),
    }),
  );

describe('what came since is joined with what is held', () => {
  it('to the same as the whole answer, in whatever order it came, with none too old and none twice', () => {
    fc.assert(
      fc.property(news, fc.integer({ min: 0, max: 900 }), ({ strikes, answers }, laterSeconds) => {
        const laterMs = now + laterSeconds * 1_000;
        const parts = [...answers, strikes];
        const joined = parts.reduce<HeldStrikes | undefined>(
          (held, part, i) => mergeStrikes(held, answerOf(part), i === parts.length - 1 ? laterMs : now),
          undefined,
        )!;
        const whole = mergeStrikes(undefined, answerOf(strikes, { whole: true }), laterMs);
        expect(strikesOf(joined)).toEqual(strikesOf(whole));
        expect(joined.points.every(({ at }) => laterMs / 1_000 - at <= halfHour)).toBe(true);
        expect(new Set(joined.points.map(({ id }) => id)).size).toBe(joined.points.length);
        expect(joined.points.map(({ at }) => at)).toEqual(
          [...joined.points.map(({ at }) => at)].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('and a whole answer takes the place of all that was held', () => {
    const held = mergeStrikes(undefined, answerOf([{ id: 1, at: now / 1_000 }]), now);
    const after = mergeStrikes(
      held,
      answerOf([{ id: 1, at: now / 1_000 - 60 }], { whole: true, cursor: 'b.7' }),
      now,
    );
    expect([strikesOf(after), after.cursor]).toEqual([[[1, now / 1_000 - 60]], 'b.7']);
  });

  it('knowing from when on none is left out, as long as that is of the last half hour', () => {
    const cut = '2026-06-06T19:50:00.000Z';
    const held = mergeStrikes(undefined, answerOf([], { whole: true, completeFrom: cut }), now);
    expect(held.completeFrom).toBe(cut);
    const minutesLater = (minutes: number) =>
      mergeStrikes(held, answerOf([]), now + minutes * 60_000).completeFrom;
    expect([minutesLater(20), minutesLater(21)]).toEqual([cut, null]);
  });

  it('and of more than can be kept the newest stay', () => {
    const start = now / 1_000 - 1_000;
    const many = Array.from({ length: maxPoints }, (_, i) => ({ id: i, at: start + Math.floor(i / 100) }));
    const held = mergeStrikes(undefined, answerOf(many, { whole: true }), now);
    expect(held.completeFrom).toBeNull();
    const after = mergeStrikes(held, answerOf([{ id: maxPoints, at: now / 1_000 }]), now);
    expect([after.points.length, after.points[0]!.id, after.points.at(-1)!.id]).toEqual([
      maxPoints,
      1,
      maxPoints,
    ]);
    expect(after.completeFrom).toBe(new Date((start + 1) * 1_000).toISOString());
  });
});

describe('a click finds', () => {
  const at = (id: number, longitude: number, latitude: number): StrikePoint => ({
    id,
    at: id,
    longitude,
    latitude,
    ampKa: null,
    energyJ: null,
    type: 0,
  });
  const points = [at(1, -96.8, 32.7), at(2, -96.7, 32.7), at(3, -96.8, 32.8), at(4, 179.999, 0)];
  it.each([
    ['the nearest', -96.79, 32.71, 1],
    ['one to the north, where a degree is more pixels', -96.8, 32.79, 3],
    ['none out of reach', -96.5, 32.5, null],
    ['one over the antimeridian', -179.999, 0, 4],
    ['one in a copy of the world', 180.001, 0, 4],
  ])('%s', (_name, longitude, latitude, expected) => {
    expect(nearestStrike(points, { longitude, latitude }, 0.005, 11)?.id ?? null).toBe(expected);
  });
});
