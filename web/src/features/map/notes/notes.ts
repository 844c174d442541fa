import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import type { StrikeAnswer } from '../strikes/strikes.ts';
import { lightningObservation } from '../strikes/strikes.ts';

/** The state of a requested layer. */
export interface LayerQuery<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
}

interface Moment {
  readonly nowMs: number;
  readonly timeZone: string;
}

/**
 * The note about the lightning layer; null when all of the view was observed recently, and while the first
 * request is pending.
 */
export function lightningNote(
  {
    data,
    isError,
  }: LayerQuery<{ strikes: Pick<StrikeAnswer, 'observedThrough' | 'coverage' | 'completeFrom'> }>,
  { nowMs, timeZone }: Moment,
): string | null {
  if (!data) return isError ? 'Lightning cannot be shown right now. Treat it as if it were near.' : null;
  const observation = lightningObservation(data.strikes, nowMs);
  switch (observation.kind) {
    case 'known':
      if (data.strikes.completeFrom !== null)
        return 'There are too many strikes here to show them all: these are the newest. Come closer to see the others.';
      return isError ? 'Lightning could not be renewed a moment ago; it is tried again.' : null;
    case 'partly-covered':
      return 'Part of this view is covered by no lightning feed: no strikes there means nothing.';
    case 'not-covered':
      return 'No lightning feed covers this view: no strikes means nothing.';
    case 'unknown': {
      const { through } = observation;
      const since =
        through === null
          ? 'Some of this view has not been looked at yet.'
          : `Last looked ${timeAgo(through, nowMs)} (${timeOfDay(through, timeZone)}).`;
      return `Lightning is not known right now. ${since} Strikes may be missing.`;
    }
  }
}

/** The same for a layer that is a snapshot. */
export function listNote(
  name: string,
  { data, isError }: LayerQuery<{ asOf: string | null; stale: boolean }>,
  { nowMs, timeZone }: Moment,
): string | null {
  if (!data) return isError ? `${name} cannot be shown: there is no answer, or no source of it here.` : null;
  if (data.asOf === null) return `${name}: nothing has come yet.`;
  if (data.stale)
    return `${name} may be out of date: last heard ${timeAgo(data.asOf, nowMs)} (${timeOfDay(data.asOf, timeZone)}).`;
  return isError ? `${name} could not be renewed; shown as of ${timeOfDay(data.asOf, timeZone)}.` : null;
}

/**
 * The note about alerts that are not drawn, or not fully; null when all are. `isError`: the areas themselves
 * could not be requested.
 */
export function alertAreasNote(
  { pending, unavailable }: { pending: number; unavailable: number },
  isError: boolean,
): string | null {
  const alerts = (count: number) =>
    `${count} NWS ${count === 1 ? 'alert is' : 'alerts are'} not drawn in full`;
  const why = isError
    ? 'zones could not be loaded; they are asked for again.'
    : 'zones are still being fetched.';
  const notYet = pending > 0 ? `${alerts(pending)} yet: ${why}` : null;
  const never = unavailable > 0 ? `${alerts(unavailable)}: the shape of a zone is not to be had.` : null;
  return [notYet, never].filter((sentence) => sentence !== null).join(' ') || null;
}
