import { durationText } from '@allclear/domain/core';

/** A duration in words: seconds under a minute, then by the rule of the specification. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return durationText(ms) ?? '--';
}
