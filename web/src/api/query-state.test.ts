import { describe, expect, it } from 'vitest';
import { ApiFailure } from './failure.ts';
import { afterFailure, nextPollMs, type QueryState, trustOf } from './query-state.ts';

const failure = (status: number, code: ApiFailure['code']) => new ApiFailure({ status, code, message: 'No' });
const minute = 60_000;
const nowMs = Date.parse('2026-06-06T20:00:00Z');

function known<T>(
  value: readonly T[],
  part: Partial<QueryState<readonly T[]>> = {},
): QueryState<readonly T[]> {
  return { value, asOfMs: nowMs, failed: false, unobserved: false, none: false, ...part };
}

describe('trust', () => {
  it.each<[string, QueryState<readonly string[]> | undefined, number | null, number, string]>([
    ['never answered', undefined, nowMs, 1, 'asking'],
    ['answered now', known([]), nowMs, 1, 'current'],
    ['answered five minutes ago', known([]), nowMs + 5 * minute, 1, 'current'],
    ['answered longer ago', known([]), nowMs + 5 * minute + 1, 1, 'unknown'],
    ['failed, but young', known(['a'], { failed: true }), nowMs + minute, 1, 'failing'],
    ['failed and old', known(['a'], { failed: true }), nowMs + 6 * minute, 1, 'unknown'],
    ['refused from the start', known([], { value: null, asOfMs: null, failed: true }), nowMs, 1, 'unknown'],
    ['the server does not know', known(['a'], { unobserved: true, failed: true }), nowMs, 1, 'unknown'],
    ['the time is not known', known(['a']), null, 1, 'unknown'],
    ['thirty real seconds at 60 times the speed', known([]), nowMs + 30 * minute, 60, 'current'],
    ['a little longer', known([]), nowMs + 30 * minute + 1, 60, 'unknown'],
  ])('%s', (_, held, atMs, speed, trust) => {
    expect(trustOf(held, atMs, speed)).toBe(trust);
  });
});

describe('the next poll', () => {
  it.each<[string, Partial<QueryState<readonly string[]>>, number]>([
    ['after an answer', {}, 21_600_000],
    ['after a failure', { failed: true }, 15_000],
    ['where the server does not know yet', { failed: true, unobserved: true, value: null }, 15_000],
    ['where there is none', { failed: true, none: true, value: null }, 21_600_000],
  ])('%s', (_, part, ms) => {
    expect(nextPollMs(known(['a'], part), 'dailyForecast', 1)).toBe(ms);
  });

  it('after an answer that lacks a part', () => {
    expect(nextPollMs(known(['a']), 'dailyForecast', 1, true)).toBe(15_000);
  });
});

describe('a call that failed', () => {
  it.each([
    [failure(0, 'unreachable'), ['a'], false],
    [failure(500, 'internal'), ['a'], false],
    [failure(503, 'alerts-unobserved' as ApiFailure['code']), ['a'], true],
    [failure(503, 'unavailable'), ['a'], false],
    [failure(404, 'not-found'), null, false],
  ])('%s keeps what was known', (thrown, items, unobserved) => {
    expect(afterFailure(known(['a']), thrown)).toEqual({
      value: items,
      asOfMs: nowMs,
      failed: true,
      unobserved,
      none: items === null,
    });
  });

  it('is never an empty list', () => {
    expect(afterFailure(undefined, failure(0, 'timeout')).value).toBeNull();
  });
});
