/** Value and (approximate) slope of a function at x. */
export type ValueAndSlope = { value: number; slope: number };

const TOLERANCE = 1e-7;
const MAX_STEPS = 100;

/**
 * The root of a falling function that is above zero at `low` and below at `high`, to 1e-7: Newton's step where it stays inside
 * what is known to hold the root, else a bisection, so that an approximate slope costs steps and never the answer.
 */
export function fallingRoot(f: (x: number) => ValueAndSlope, low: number, high: number, start: number): number {
  let below = low;
  let above = high;
  let x = start;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { value, slope } = f(x);
    if (value > 0) below = x;
    else above = x;
    const newton = x - value / slope;
    const next = newton > below && newton < above ? newton : (below + above) / 2;
    if (Math.abs(next - x) < TOLERANCE) return next;
    x = next;
  }
  return x;
}
