import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OncePerSecond } from './once-per-second.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('announces at once, then once a second while more comes, and each id once', () => {
  const announced: (readonly string[])[] = [];
  const once = new OncePerSecond((ids) => announced.push(ids));
  once.add(['a']);
  expect(announced).toEqual([['a']]);
  for (let ms = 0; ms < 3_000; ms += 10) {
    once.add(['a']);
    if (ms === 500) once.add(['b']);
    vi.advanceTimersByTime(10);
  }
  expect(announced.length).toBeLessThanOrEqual(4);
  expect(announced.slice(0, 2)).toEqual([['a'], ['a', 'b']]);
  once.close();
});

test('the last change is announced, and nothing after the end', () => {
  const announced: (readonly string[])[] = [];
  const once = new OncePerSecond((ids) => announced.push(ids));
  once.add(['a']);
  once.add(['b']);
  vi.advanceTimersByTime(1_000);
  expect(announced).toEqual([['a'], ['b']]);
  once.add(['c']);
  once.close();
  vi.advanceTimersByTime(5_000);
  expect(announced).toEqual([['a'], ['b']]);
});
