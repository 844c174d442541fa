/** Value and slope of a function at x. */
export type ValueAndSlope = { value: number; slope: number };

const TOLERANCE = 1e-7;
const MAX_STEPS = 200;

/**
 * The root of a decreasing function that is positive at `low` and negative at `high`, by Newton steps until
 * they are smaller than 1e-7. A step that would leave the bracket, or that follows a step that did not halve
 * the value, becomes a bisection. An approximate slope therefore costs steps, not accuracy.
 */
export function fallingRoot(
  f: (x: number) => ValueAndSlope,
  low: number,
  high: number,
  start: number,
): number {
  let below = low;
  let above = high;
  let x = start;
  let before = Number.POSITIVE_INFINITY;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { value, slope } = f(x);
    if (value > 0) below = x;
    else above = x;
    const newton = x - value / slope;
    const isTrusted = newton >= below && newton <= above && Math.abs(value) <= before / 2;
    const next = isTrusted ? newton : (below + above) / 2;
    if (Math.abs(next - x) < TOLERANCE) return next;
    before = Math.abs(value);
    x = next;
  }
  return x;
}
