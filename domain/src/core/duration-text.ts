import { isFiniteReading, type Reading } from './reading.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

/**
 * A duration in words: below 90 minutes in minutes, below 36 hours in hours, else in days, rounded to the
 * nearest whole. Input in milliseconds; a negative duration (two clocks that disagree) is 0 minutes. Null
 * when missing. Source: specification 1, section 9.
 */
export function durationText(milliseconds: Reading): string | null {
  if (!isFiniteReading(milliseconds)) return null;
  const duration = Math.max(0, milliseconds);
  if (duration < 90 * MINUTE_MS) return counted(duration / MINUTE_MS, 'minute', 89);
  if (duration < 36 * HOUR_MS) return counted(duration / HOUR_MS, 'hour', 35);
  return counted(duration / DAY_MS, 'day', Number.POSITIVE_INFINITY);
}

/** `maximum` prevents that 89 minutes and 50 seconds become '90 minutes', which is not a valid text. */
function counted(amount: number, unit: string, maximum: number): string {
  const whole = Math.min(Math.round(amount), maximum);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
