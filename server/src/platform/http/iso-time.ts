/** An instant (epoch ms) as the wire spells it: ISO 8601 in UTC; null stays null. */
export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
