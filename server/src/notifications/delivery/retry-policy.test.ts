import type { DeliveryOutcome } from '@allclear/adapters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStep } from './retry-policy.ts';

const failed = (more: Partial<Extract<DeliveryOutcome, { kind: 'failed' }>> = {}): DeliveryOutcome => ({
  kind: 'failed',
  retryable: true,
  reason: '',
  retryAfterMs: null,
  gone: false,
  ...more,
});
const first = { number: 1, sinceMs: 100, hasRest: false, jitter: 0.5 };

test.each<[string, DeliveryOutcome, Partial<typeof first>, object]>([
  [
    'accepted',
    { kind: 'accepted', providerId: 'x', detail: '' },
    { number: 10 },
    { kind: 'accepted', providerId: 'x' },
  ],
  ['a permanent refusal', failed({ retryable: false }), {}, { kind: 'failed', gone: false }],
  ['gone, though it may be tried again', failed({ gone: true }), {}, { kind: 'failed', gone: true }],
  ['a failure', failed(), {}, { kind: 'retry', afterMs: 750 }],
  ['the fourth failure', failed(), { number: 4, sinceMs: 10_000 }, { kind: 'retry', afterMs: 6_000 }],
  [
    'the same with another channel behind',
    failed(),
    { number: 4, sinceMs: 10_000, hasRest: true },
    { kind: 'failed', gone: false },
  ],
  ['the tenth failure', failed(), { number: 10 }, { kind: 'failed', gone: false }],
  ['asked to wait', failed({ retryAfterMs: 90_000 }), {}, { kind: 'retry', afterMs: 90_000 }],
  [
    'asked to wait too long for who has another channel',
    failed({ retryAfterMs: 90_000 }),
    { hasRest: true },
    { kind: 'failed', gone: false },
  ],
  ['asked to wait for an hour', failed({ retryAfterMs: 3_600_000 }), {}, { kind: 'failed', gone: false }],
  ['half an hour is over', failed(), { number: 3, sinceMs: 1_800_000 }, { kind: 'failed', gone: false }],
])('%s', (_name, outcome, more, expected) => {
  expect(nextStep(outcome, { ...first, ...more })).toEqual(expected);
});

test('whatever a provider answers, a delivery ends within ten attempts and about half an hour', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          tookMs: fc.nat(15_000),
          retryAfterMs: fc.option(fc.nat(7_200_000)),
          jitter: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        {
          minLength: 10,
          maxLength: 10,
        },
      ),
      fc.boolean(),
      (answers, hasRest) => {
        let sinceMs = 0;
        for (const [index, { tookMs, retryAfterMs, jitter }] of answers.entries()) {
          sinceMs += tookMs;
          const step = nextStep(failed({ retryAfterMs }), { number: index + 1, sinceMs, hasRest, jitter });
          if (step.kind === 'failed') return;
          if (step.kind !== 'retry') throw new Error('It was not accepted.');
          expect(step.afterMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          sinceMs += step.afterMs;
          expect(sinceMs).toBeLessThanOrEqual(hasRest ? 60_000 : 1_800_000);
        }
        throw new Error('It was tried for ever.');
      },
    ),
  );
});
