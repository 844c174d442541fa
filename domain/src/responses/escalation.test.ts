import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkEscalationChain, type EscalationStep, escalationAt, escalationTimes } from './escalation.ts';

const minute = 60_000;
const step = (afterMinutes: number): EscalationStep => ({ target: { kind: 'desk' }, afterMinutes });
const anyChain = fc.array(fc.integer({ min: 1, max: 60 }).map(step), { maxLength: 8 });
const anyTime = fc.integer({ min: 0, max: 600 * minute });

describe('a chain', () => {
  test('has at most five steps of 1 to 60 minutes', () => {
    expect(checkEscalationChain([1, 60, 5, 5, 5].map(step))).toBeNull();
    expect(checkEscalationChain([])).toBeNull();
    expect(checkEscalationChain([1, 1, 1, 1, 1, 1].map(step))).toBe('There can be at most 5 steps');
    for (const wrong of [0, 61, 1.5, Number.NaN])
      expect(checkEscalationChain([step(wrong)])).toBe('Each step must wait for 1 to 60 whole minutes');
  });
});

describe('escalation', () => {
  test('counts each step from the one before', () => {
    expect(escalationTimes(0, [step(5), step(10)])).toEqual([5 * minute, 15 * minute]);
    const state = { askedAt: 0, steps: [step(5), step(10)], taken: 0, noResponse: 1 };
    expect(escalationAt(state, 5 * minute - 1)).toEqual({ due: [], nextAt: 5 * minute });
    expect(escalationAt(state, 5 * minute)).toEqual({ due: [0], nextAt: 15 * minute });
    expect(escalationAt({ ...state, taken: 1 }, 15 * minute)).toEqual({ due: [1], nextAt: null });
    expect(escalationAt({ ...state, taken: 2 }, 99 * minute)).toEqual({ due: [], nextAt: null });
  });

  test('takes no step before its time, at most five, each once', () => {
    fc.assert(
      fc.property(anyChain, fc.array(anyTime), (steps, times) => {
        const taken: number[] = [];
        for (const now of times.sort((a, b) => a - b)) {
          const { due, nextAt } = escalationAt(
            { askedAt: 0, steps, taken: taken.length, noResponse: 1 },
            now,
          );
          for (const one of due) {
            const waited = steps.slice(0, one + 1).reduce((sum, { afterMinutes }) => sum + afterMinutes, 0);
            expect(now).toBeGreaterThanOrEqual(waited * minute);
            taken.push(one);
          }
          if (nextAt !== null) expect(nextAt).toBeGreaterThan(now);
        }
        expect(taken).toEqual(taken.map((_, index) => index));
        expect(taken.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  test('takes no step once everybody has responded, at any time', () => {
    fc.assert(
      fc.property(anyChain, fc.nat(5), anyTime, (steps, taken, now) => {
        expect(escalationAt({ askedAt: 0, steps, taken, noResponse: 0 }, now)).toEqual({
          due: [],
          nextAt: null,
        });
      }),
    );
  });
});
