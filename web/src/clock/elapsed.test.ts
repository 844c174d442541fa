import { expect, it } from 'vitest';
import { createElapsed } from './elapsed.ts';

const start = { wallMs: 1_000_000, steadyMs: 50 };

it('goes on through a sleep that stops the steady time, also after the clock was set back', () => {
  const here = { ...start };
  const elapsed = createElapsed({ wallMs: () => here.wallMs, steadyMs: () => here.steadyMs });
  const pass = (wallMs: number, steadyMs: number) => {
    here.wallMs += wallMs;
    here.steadyMs += steadyMs;
    return elapsed();
  };
  expect(pass(1_000, 1_000)).toBe(1_000);
  expect(pass(-86_400_000, 1_000)).toBe(2_000);
  expect(pass(3_600_000, 5)).toBe(3_602_000);
  expect(pass(-1_000, 0)).toBe(3_602_000);
});
