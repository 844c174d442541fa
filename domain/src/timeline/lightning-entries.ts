import { compass16, MINUTE_MS } from '../core/index.ts';
import { type Gap, type ObservationWindow, toleratedGapMs } from '../lightning/index.ts';
import { type TimelineEntry, type TimelineSpan, timelineEntry } from './timeline-entry.ts';

/** A strike near the place. */
export interface TimelineStrike {
  readonly at: number;
  readonly distanceMiles: number;
  readonly bearingDegrees: number;
}

/** Strikes of one minute are one entry: a storm has thousands. */
export function strikeEntries(strikes: readonly TimelineStrike[]): TimelineEntry[] {
  const byMinute = Map.groupBy(strikes, ({ at }) => Math.floor(at / MINUTE_MS));
  return [...byMinute.values()].map((ofMinute) => {
    const nearest = ofMinute.reduce((one, other) => (other.distanceMiles < one.distanceMiles ? other : one));
    const at = Math.min(...ofMinute.map((strike) => strike.at));
    if (ofMinute.length === 1) return timelineEntry('lightning', at, `Strike ${whereText(nearest)}`);
    return timelineEntry('lightning', at, `${ofMinute.length} strikes, the nearest ${whereText(nearest)}`, {
      until: Math.max(...ofMinute.map((strike) => strike.at)),
    });
  });
}

function whereText({ distanceMiles, bearingDegrees }: TimelineStrike): string {
  const compass = compass16(bearingDegrees);
  return `${distanceMiles.toFixed(1)} mi${compass ? ` ${compass}` : ''}`;
}

/**
 * The stretches of a span of which no feed has observed anything, oldest first; what may still arrive is not among them.
 *
 * @param windows those that provide coverage, of all feeds that cover the place, in any order
 * @param limitMs how far observation may lag behind `now`
 */
export function unobservedStretches(
  windows: readonly ObservationWindow[],
  { from, to }: TimelineSpan,
  now: number,
  limitMs: number,
): Gap[] {
  const end = Math.min(to, now);
  const gaps: Gap[] = [];
  let through = from;
  for (const window of [...windows].sort((a, b) => a.from - b.from)) {
    if (window.from >= end) break;
    if (window.from - through > toleratedGapMs) gaps.push({ from: through, to: window.from });
    through = Math.max(through, window.to);
  }
  const isLate = end < now - limitMs ? end - through > toleratedGapMs : now - through > limitMs;
  if (through < end && isLate) gaps.push({ from: through, to: end });
  return gaps;
}

/**
 * What was not observed, as entries: silence would read as quiet.
 *
 * @param storedFrom the oldest observation that is stored, of any feed; null without one
 */
export function unobservedEntries(
  gaps: readonly Gap[],
  { now, storedFrom }: { readonly now: number; readonly storedFrom: number | null },
): TimelineEntry[] {
  return gaps.map(({ from, to }) => {
    const isStored = storedFrom !== null && to > storedFrom;
    return timelineEntry('unobserved', from, isStored ? 'Not observed' : 'No observation is stored', {
      ...(to >= now ? { isOpen: true } : { until: to }),
      detail: 'Whether there was lightning is not known.',
    });
  });
}

/** A place that no feed covers: the whole span is not observed. */
export function uncoveredEntry({ from, to }: TimelineSpan, now: number): TimelineEntry {
  return timelineEntry('unobserved', from, 'No lightning feed covers this place', {
    ...(to >= now ? { isOpen: true } : { until: to }),
    detail: 'Whether there was lightning is not known.',
  });
}
