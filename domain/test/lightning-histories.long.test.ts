import fc from 'fast-check';
import { expect, test } from 'vitest';
import { history, play } from './lightning-histories.ts';

test('100,000 random histories: no false clear, no missed delay', { timeout: 300_000 }, () => {
  const tally: Record<string, number> = {};
  let played = 0;
  fc.assert(
    fc.property(history, (past) => {
      play(past, tally);
      played++;
    }),
    { numRuns: 100_000 },
  );
  expect(played).toBe(100_000);
  for (const answer of ['strike', 'observing', 'clear', 'unknown'])
    expect(tally[answer]).toBeGreaterThan(3_000);
});
