import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSendingSlots } from './sending-slots.ts';

test('never more at work than there are slots, all of them while somebody waits, in the order of the calls', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(4), { maxLength: 40 }),
      async (count, turns) => {
        const slots = createSendingSlots(count);
        const begun: number[] = [];
        let working = 0;
        let most = 0;
        await Promise.all(
          turns.map(async (wait, index) => {
            await slots.take();
            begun.push(index);
            most = Math.max(most, ++working);
            for (let turn = 0; turn <= wait; turn++) await new Promise((resolve) => setImmediate(resolve));
            working--;
            slots.release();
          }),
        );
        expect(begun).toEqual(turns.map((_wait, index) => index));
        expect(most).toBeLessThanOrEqual(count);
        if (turns.length >= count) expect(most).toBe(count);
      },
    ),
  );
});
