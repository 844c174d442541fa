import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expectedNotices,
  type Life,
  life,
  live,
  minute,
  noticesOf,
  orderlyReadings,
} from '../../test/warning-histories.ts';

const kinds = ['reading', 'lightning', 'alert'] as const;
const numRuns = 2_000;

describe.each(kinds)('whatever becomes known of a warning of %s', (evidence) => {
  const holds = (check: (life: Life, lived: ReturnType<typeof live>) => void) =>
    fc.assert(
      fc.property(life(evidence), (past) => check(past, live(past))),
      { numRuns },
    );

  test('gives the notices that the model expects from the whole history', () => {
    const tally = new Map<string, number>();
    holds((past, lived) => {
      const notices = lived.map((step) => noticesOf(step.effects));
      for (const notice of notices.flat()) tally.set(notice, (tally.get(notice) ?? 0) + 1);
      expect(notices).toEqual(expectedNotices(past));
    });
    // The histories are worth something only if every answer really occurs in them.
    for (const notice of ['started', 'reminder', 'held', 'resumed', 'in-effect', 'all-clear', 'withdrawn']) {
      expect(tally.get(notice), notice).toBeGreaterThan(30);
    }
  });

  test('a start is followed by an end before the next', () => {
    holds((_, lived) => {
      const turns = lived
        .flatMap((step) => noticesOf(step.effects))
        .filter((notice) => notice === 'started' || notice.startsWith('ended'));
      expect(turns.every((notice, index) => (notice === 'started') === (index % 2 === 0))).toBe(true);
    });
  });

  test('nothing ends while data are lost', () => {
    holds(({ steps }, lived) => {
      for (const [index, { effects }] of lived.entries()) {
        const { kind } = steps[index]!.input;
        if (kind === 'lost' || kind === 'observing') expect(noticesOf(effects)).not.toContain('all-clear');
      }
    });
  });

  test('people are notified at most once in each re-alert time while it lasts', () => {
    holds(({ rule, steps }, lived) => {
      let alertedAt = Number.NEGATIVE_INFINITY;
      for (const [index, { effects }] of lived.entries()) {
        const notices = noticesOf(effects);
        const { now } = steps[index]!;
        if (notices.includes('reminder')) {
          expect(rule.reAlertMinutes).toBeGreaterThan(0);
          expect(now - alertedAt).toBeGreaterThanOrEqual(rule.reAlertMinutes * minute);
        }
        if (notices.includes('started') || notices.includes('reminder')) alertedAt = now;
      }
    });
  });

  test('the same input passed twice changes nothing', () => {
    holds(({ rule, steps }, lived) => {
      // Opening alert times are an occasion, not evidence; and a loss that began with the strike that started
      // the warning is notified next.
      const isOnce = ({ input }: (typeof steps)[number], index: number) =>
        lived[index]!.state.kind === 'none' ||
        input.kind === 'hours-opened' ||
        (input.kind === 'lost' && noticesOf(lived[index]!.effects).includes('started'));
      const twice = steps.flatMap((step, index) => (isOnce(step, index) ? [step] : [step, step]));
      const relived = live({ rule, steps: twice });
      expect(relived.flatMap((step) => step.effects)).toEqual(lived.flatMap((step) => step.effects));
      expect(relived.at(-1)!.state).toEqual(lived.at(-1)!.state);
    });
  });
});

test('the all clear of readings rests on quiet that was read from end to end', () => {
  let ends = 0;
  fc.assert(
    fc.property(life('reading'), (past) => {
      const { rule, steps } = past;
      let begin = 0;
      for (const [index, { effects }] of live(past).entries()) {
        const notices = noticesOf(effects);
        if (notices.includes('started')) begin = index;
        if (!notices.includes('all-clear')) continue;
        ends++;
        const known = steps.slice(begin, index + 1).flatMap(({ input, now }) => {
          if (input.kind === 'exceeded') return { isUnder: false, at: Math.min(input.at, now) };
          return input.kind === 'under' && input.at <= now ? { isUnder: true, at: input.at } : [];
        });
        const { input, now } = steps[index]!;
        if (input.kind !== 'under') throw new Error('only a reading ends it');
        expect(now - input.at).toBeLessThanOrEqual(rule.readingLimitMs);
        const from = input.at - rule.allClearMinutes * minute;
        expect(known.filter((reading) => !reading.isUnder && reading.at > from)).toEqual([]);
        const unders = known
          .filter((reading) => reading.isUnder && reading.at <= input.at)
          .map((reading) => reading.at);
        const seen = [
          Math.max(...unders.filter((at) => at <= from)),
          ...unders.filter((at) => at > from),
        ].toSorted((a, b) => a - b);
        expect(seen.every((at, place) => place === 0 || at - seen[place - 1]! <= rule.readingLimitMs)).toBe(
          true,
        );
      }
    }),
    { numRuns: 5_000 },
  );
  expect(ends).toBeGreaterThan(200);
});

test('readings handed in again later, in any order, change nothing', () => {
  fc.assert(
    fc.property(
      orderlyReadings,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }),
      ({ rule, steps }, repeats) => {
        const lived = live({ rule, steps });
        const again = steps.flatMap((step, index) => {
          const begin = lived
            .slice(0, index + 1)
            .findLastIndex(({ effects }) => noticesOf(effects).includes('started'));
          if (lived[index]!.state.kind === 'none') return [step];
          const due = repeats.filter(([place]) => place % steps.length === index);
          return [
            step,
            ...due.map(([, which]) => ({
              input: steps[begin + (which % (index - begin + 1))]!.input,
              now: step.now,
            })),
          ];
        });
        const relived = live({ rule, steps: again });
        expect(relived.flatMap((step) => step.effects)).toEqual(lived.flatMap((step) => step.effects));
        expect(relived.at(-1)!.state).toEqual(lived.at(-1)!.state);
      },
    ),
    { numRuns },
  );
});

test('a late exceeded reading never brings the all clear forward', () => {
  fc.assert(
    fc.property(
      orderlyReadings,
      fc.nat(),
      fc.integer({ min: 1, max: 60 }),
      ({ rule, steps }, place, minutesLate) => {
        const index = place % steps.length;
        const lived = live({ rule, steps });
        if (lived[index]!.state.kind === 'none') return;
        const { now } = steps[index]!;
        const late = { input: { kind: 'exceeded', at: now - minutesLate * minute, value: 99 } as const, now };
        const relived = live({ rule, steps: steps.toSpliced(index + 1, 0, late) });
        const endsAt = (notified: ReturnType<typeof live>) =>
          notified
            .slice(index + 1)
            .flatMap((step) => step.effects.find((effect) => effect.kind === 'ended') ?? [])[0]?.at;
        expect(endsAt(relived) ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
          endsAt(lived) ?? Number.POSITIVE_INFINITY,
        );
      },
    ),
    { numRuns },
  );
});
