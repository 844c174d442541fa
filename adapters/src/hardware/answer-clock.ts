import type { DeviceHttpAnswer } from './port.ts';

/**
 * The device's clock minus ours, ms, from the `Date` of an answer that has just come; null without a readable one. It
 * has whole seconds, so it is right to half a second and the way of the answer.
 */
export function answerClockOffset({ headers }: DeviceHttpAnswer, wallNow: number): number | null {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? null : at + 500 - wallNow;
}
