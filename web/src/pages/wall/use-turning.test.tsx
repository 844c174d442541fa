import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTurning } from './use-turning.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const show = (initialProps: Parameters<typeof useTurning>[2] = {}, pages = 3) =>
  renderHook((options) => useTurning(pages, 15_000, options), { initialProps });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('turns through all pages and begins again', () => {
  const { result } = show();
  const seen = [result.current.page];
  for (let i = 0; i < 3; i++) {
    pass(15_000);
    seen.push(result.current.page);
  }
  expect(seen).toEqual([0, 1, 2, 0]);
});

it('turns only the first pages automatically, and every one by hand', () => {
  const { result } = show({ turned: 1 });
  pass(60_000);
  expect(result.current.page).toBe(0);
  act(() => result.current.turn(1));
  pass(14_000);
  expect(result.current.page).toBe(1);
  pass(1_000);
  expect(result.current.page).toBe(0);
});

it('stays on a page that is held, and returns to the first when something became worse', () => {
  const { result, rerender } = show({ restart: 0 });
  pass(15_000);
  rerender({ restart: 0, isHeld: true });
  pass(60_000);
  expect(result.current.page).toBe(1);
  rerender({ restart: 1, isHeld: true });
  expect(result.current.page).toBe(0);
});
