import { expect, it } from 'vitest';
import { pollEveryMs } from './polling.ts';

it.each([
  ['selectedDelay', 1, 10_000],
  ['delay', 1, 30_000],
  ['observation', 1, 60_000],
  ['warnings', 1, 60_000],
  ['warnings', 60, 2_000],
  ['status', 1, 30_000],
  ['selectedDelay', 5, 2_000],
  ['selectedDelay', 60, 500],
  ['delay', 60, 2_000],
  ['observation', 20, 3_000],
  ['locations', 60, 60_000],
  ['delay', 0, 30_000],
] as const)('%s at speed %d is asked for every %d ms', (kind, speed, everyMs) => {
  expect(pollEveryMs(kind, speed)).toBe(everyMs);
});
