import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesInto } from './use-popup-in-view.ts';

const map = { left: 0, right: 1_000, top: 100, bottom: 700 };

test.each([
  ['fits', { left: 300, right: 600, top: 200, bottom: 500 }, [0, 0]],
  ['above', { left: 300, right: 600, top: 60, bottom: 360 }, [0, -48]],
  ['under the radar bar', { left: 300, right: 600, top: 400, bottom: 700 }, [0, 108]],
  ['under the buttons of the right', { left: 700, right: 1_000, top: 200, bottom: 500 }, [64, 0]],
  ['larger than the room there is', { left: 300, right: 600, top: 150, bottom: 900 }, [0, 42]],
])('a popup that %s', (_, box, moves) => {
  expect(movesInto(box, map)).toEqual(moves);
});

test('after its move a popup that can be seen whole is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 1_500 }), fc.integer({ min: -500, max: 1_500 }), (left, top) => {
      const box = { left, right: left + 300, top, bottom: top + 380 };
      const [x, y] = movesInto(box, map);
      const moved = { left: left - x, right: left + 300 - x, top: top - y, bottom: top + 380 - y };
      expect(movesInto(moved, map)).toEqual([0, 0]);
    }),
  );
});
