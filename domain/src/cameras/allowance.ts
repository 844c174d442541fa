/** Whole minutes of a consumption: what was begun does not count. */
export function consumedMinutesOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

/** Whether a month's allowance, minutes, leaves nothing; none set leaves nothing either. */
export function isUsedUp(consumedMs: number, allowedMinutes: number | null): boolean {
  return allowedMinutes === null || consumedMs >= allowedMinutes * 60_000;
}
