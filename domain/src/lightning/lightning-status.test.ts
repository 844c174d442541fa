import fc from 'fast-check';
import { expect, test } from 'vitest';
import { history, play } from '../../test/lightning-histories.ts';

test('random histories give what the brute force gives: no false clear, no missed delay', () => {
  const tally: Record<string, number> = {};
  fc.assert(
    fc.property(history, (past) => play(past, tally)),
    { numRuns: 3_000 },
  );
  // The histories are worth something only if every answer really occurs in them.
  for (const answer of ['strike', 'observing', 'clear', 'unknown'])
    expect(tally[answer]).toBeGreaterThan(100);
});
