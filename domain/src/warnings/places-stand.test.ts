import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceAnswerKind } from './place-answer.ts';
import { placesStand } from './places-stand.ts';

test.each([
  [['delay', 'clear', 'delay', 'unknown'], '2 in delay, 1 unknown (of 4 locations)', true],
  [['stop'], '1 stopped (of 1 location)', true],
  [['ready', 'observing', 'no-lightning-data', 'checking'], null, true],
  [['clear', 'clear'], '2 locations: clear', false],
  [[], 'There are no locations: how the weather stands is not known', true],
] as const)('%j', (kinds, text, isHeld) => {
  const stand = placesStand(kinds);
  expect(stand.isHeld).toBe(isHeld);
  if (text !== null) expect(stand.text).toBe(text);
});

test('no calming word stands in the line while anything holds a place', () => {
  const kinds: PlaceAnswerKind[] = ['delay', 'unknown', 'stop', 'observing', 'ready', 'checking', 'no-lightning-data'];
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.array(fc.constantFrom<PlaceAnswerKind>(...kinds, 'clear')),
      (held, others) => {
        const { text, isHeld } = placesStand([...others, held]);
        expect(isHeld).toBe(true);
        expect(text).not.toMatch(/clear|safe|over|fine/i);
      },
    ),
  );
});
