// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useChanged } from './use-changed.ts';

afterEach(cleanup);

it('is false until the value changes, and true for good from then on', () => {
  const { result, rerender } = renderHook(({ value }) => useChanged(value), { initialProps: { value: 'a' } });
  const seen = ['a', 'b', 'b', 'a'].map((value) => {
    rerender({ value });
    return result.current;
  });
  expect(seen).toEqual([false, true, true, true]);
});
