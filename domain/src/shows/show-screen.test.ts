import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ShownPlace, sceneAt, showScreen } from './show-screen.ts';

const now = Date.UTC(2026, 5, 6, 20);
const place = (kind: ShownPlace['kind'], id = kind, goodUntil = now + 10_000): ShownPlace => ({
  ...{ id, kind, goodUntil },
});

test('a delay takes the screen, an unknown covers it, and a place to be ready is a banner', () => {
  expect(showScreen([place('clear'), place('observing'), place('stop'), place('delay')], now)).toEqual({
    ...{ kind: 'takeover', placeIds: ['delay', 'stop', 'observing'] },
  });
  expect(showScreen([place('unknown'), place('delay')], now)).toMatchObject({ kind: 'takeover' });
  expect(showScreen([place('clear'), place('checking')], now)).toEqual({
    ...{ kind: 'unknown', placeIds: ['checking'] },
  });
  expect(showScreen([place('clear'), place('ready'), place('no-lightning-data')], now)).toEqual({
    ...{ kind: 'scenes', bannerIds: ['ready', 'no-lightning-data'] },
  });
  expect(showScreen([], now)).toEqual({ kind: 'gone' });
});

const kinds = [
  'delay',
  'unknown',
  'stop',
  'observing',
  'ready',
  'checking',
  'no-lightning-data',
  'clear',
] as const;
const anyPlace = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...kinds),
  goodUntil: fc.oneof(fc.integer({ min: now - 60_000, max: now + 60_000 }), fc.constant(Number.NaN)),
});

test('scenes alone, without a banner, are shown only while every place is known to be clear', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 6 }), (places) => {
      const screen = showScreen(places, now);
      const isCalm = screen.kind === 'scenes' && screen.bannerIds.length === 0;
      const areAllClear =
        places.length > 0 && places.every(({ kind, goodUntil }) => kind === 'clear' && goodUntil >= now);
      expect(isCalm).toBe(areAllClear);
      const isOld = places.some(({ goodUntil }) => !(goodUntil >= now));
      if (places.length > 0) expect(screen.kind === 'old').toBe(isOld);
    }),
  );
});

test('scenes follow each other for their seconds, turn after turn', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ seconds: fc.integer({ min: 5, max: 600 }) }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 8 * 3_600_000 }),
      (scenes, elapsedMs) => {
        const { index, leftMs } = sceneAt(scenes, elapsedMs)!;
        const turnMs = scenes.reduce((sum, { seconds }) => sum + seconds, 0) * 1_000;
        const endOf = scenes.slice(0, index + 1).reduce((sum, { seconds }) => sum + seconds, 0) * 1_000;
        expect((elapsedMs + leftMs) % turnMs).toBe(endOf % turnMs);
        expect(leftMs).toBeGreaterThan(0);
        expect(leftMs).toBeLessThanOrEqual(scenes[index]!.seconds * 1_000);
      },
    ),
  );
  expect(sceneAt([], 5)).toBeNull();
});
