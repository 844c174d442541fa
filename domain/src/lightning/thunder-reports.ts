/**
 * Thunder that people hear. Guidance puts it above every app (safety rule L1): it puts the zones of a place in delay as a
 * strike does, whatever the feeds say. Instants are epoch ms.
 */

/** Sound takes about five seconds for a mile. */
export const secondsPerMile = 5;
/** Thunder is hardly ever heard from more than 15 miles away: a longer count is a mistake. */
export const maxFlashToBangSeconds = 90;
/** Who reported may take it back for so long, real ms; later an admin may, with a reason. */
export const takeBackMs = 60_000;
/** Reports of one person at one place within so long of each other are one, ms of product time. */
export const sameReportMs = 60_000;
/** A report this old, ms of product time, is only recorded: no timer is longer. */
export const oldestReportMs = 3_600_000;

/** A report that counts, at one organization location. */
export interface ThunderReport {
  readonly id: string;
  readonly placeId: string;
  /** When thunder was heard, at the first and at the last press of the report, product clock. */
  readonly firstThunderAt: number;
  readonly thunderAt: number;
  /** From the seconds between flash and bang; null: not known, so it concerns every zone. */
  readonly distanceMiles: number | null;
}

/** Thunder as a zone is affected by it. */
export interface ThunderHere {
  readonly at: number;
  readonly distanceMiles: number | null;
}

/** Miles from the seconds between flash and bang (0 to 90); null stays null. */
export function milesOfFlashToBang(seconds: number | null): number | null {
  return seconds === null ? null : seconds / secondsPerMile;
}

/** The newest of the reports that concern a zone: of unknown distance, or within its radius. Null for none. */
export function thunderWithin(reports: readonly ThunderReport[], radiusMiles: number): ThunderHere | null {
  return reports.reduce<ThunderHere | null>((newest, { thunderAt, distanceMiles }) => {
    const concerns = distanceMiles === null || distanceMiles <= radiusMiles;
    return concerns && thunderAt > (newest?.at ?? Number.NEGATIVE_INFINITY)
      ? { at: thunderAt, distanceMiles }
      : newest;
  }, null);
}

/** What a phone says of the moment of a press, by its own clock, epoch ms. */
export interface PressTimes {
  readonly pressedAt: number;
  /** When the report left the phone. */
  readonly sentAt: number;
  /** Server's clock less phone's at the press, ms; null where it was not known. */
  readonly offsetAtPressMs: number | null;
}

export type PressAge =
  | { readonly kind: 'known'; readonly ageMs: number }
  /** The phone's clock was set in between: the report counts from its receipt. */
  | { readonly kind: 'clock-stepped' }
  /** Pressed after it was sent: no such report can be. */
  | { readonly kind: 'future' };

/** A clock that moved by more than this against the server's was set, ms. */
const clockToleranceMs = 30_000;
const futureToleranceMs = 1_000;

/**
 * How long before its receipt a press was, by the phone's own clock, however wrong that is.
 *
 * @param receivedAt the server's wall clock at receipt, epoch ms
 */
export function pressAge({ pressedAt, sentAt, offsetAtPressMs }: PressTimes, receivedAt: number): PressAge {
  const offsetNow = receivedAt - sentAt;
  const wasSet = offsetAtPressMs !== null && Math.abs(offsetNow - offsetAtPressMs) > clockToleranceMs;
  if (wasSet) return { kind: 'clock-stepped' };
  const ageMs = sentAt - pressedAt;
  return ageMs < -futureToleranceMs ? { kind: 'future' } : { kind: 'known', ageMs: Math.max(0, ageMs) };
}
