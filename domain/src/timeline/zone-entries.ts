import { MINUTE_MS } from '../core/index.ts';
import {
  type ObservedStep,
  type ReceivedStrike,
  type ZoneStretch,
  zoneStretches,
} from '../lightning/index.ts';
import type { ZoneRange } from '../locations/index.ts';
import { type TimelineEntry, type TimelineSpan, timelineEntry } from './timeline-entry.ts';

/** A report of thunder as zones are affected by it. */
export interface TimelineThunder {
  readonly firstThunderAt: number;
  readonly thunderAt: number;
  readonly receivedAt: number;
  /** Null: not known, so it concerns every zone. */
  readonly distanceMiles: number | null;
  readonly takenBackAt: number | null;
}

interface ZoneInput {
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
  readonly observed: readonly ObservedStep[];
  readonly strikes: readonly ReceivedStrike[];
  readonly reports: readonly TimelineThunder[];
}

/** The states of a zone in a span, with what people reported: a report counts from its receipt until it is taken back. */
export function zoneRecord(
  { radiusMiles, allClearMinutes, observed, strikes, reports }: ZoneInput,
  { from, to }: TimelineSpan,
): ZoneStretch[] {
  const near = reports.filter(({ distanceMiles }) => distanceMiles === null || distanceMiles <= radiusMiles);
  const cuts = near.flatMap(({ takenBackAt }) => takenBackAt ?? []).filter((at) => at > from && at < to);
  const edges = [from, ...new Set(cuts.sort((a, b) => a - b)), to];
  const stretches = edges.slice(0, -1).flatMap((begin, i) => {
    const end = edges[i + 1] ?? to;
    const standing = near.filter(({ takenBackAt }) => takenBackAt === null || takenBackAt > begin);
    const received = standing.flatMap(({ firstThunderAt, thunderAt, receivedAt }) => [
      { at: firstThunderAt, receivedAt: Math.max(firstThunderAt, receivedAt) },
      { at: thunderAt, receivedAt: Math.max(thunderAt, receivedAt) },
    ]);
    const input = { observed, strikes: [...strikes, ...received], allClearMinutes };
    return zoneStretches(input, { from: begin, to: end }).flatMap((stretch) =>
      stretch.kind === 'unknown' ? withThunder(stretch, received, allClearMinutes) : [stretch],
    );
  });
  return joined(stretches);
}

/** Thunder needs no feed: while nothing is observed the zone is in delay for the quiet time after it. */
function withThunder(
  stretch: ZoneStretch,
  thunder: readonly ReceivedStrike[],
  allClearMinutes: number,
): ZoneStretch[] {
  const holds = thunder
    .map(({ at, receivedAt }) => ({
      from: Math.max(stretch.from, receivedAt),
      to: Math.min(stretch.to, at + allClearMinutes * MINUTE_MS),
    }))
    .filter((hold) => hold.from < hold.to)
    .sort((a, b) => a.from - b.from);
  const parts: ZoneStretch[] = [];
  let at = stretch.from;
  for (const hold of holds) {
    if (hold.from > at) parts.push({ ...stretch, from: at, to: hold.from });
    if (hold.to > at)
      parts.push({ from: Math.max(at, hold.from), to: hold.to, kind: 'delay', reason: 'strike' });
    at = Math.max(at, hold.to);
  }
  return at < stretch.to ? [...parts, { ...stretch, from: at }] : parts;
}

function joined(stretches: readonly ZoneStretch[]): ZoneStretch[] {
  const whole: ZoneStretch[] = [];
  for (const stretch of stretches) {
    const last = whole.at(-1);
    if (last?.kind === stretch.kind && last.reason === stretch.reason)
      whole[whole.length - 1] = { ...last, to: stretch.to };
    else whole.push(stretch);
  }
  return whole;
}

/** Joins the records of a zone in spans that follow each other. */
export function joinZoneRecords(records: readonly (readonly ZoneStretch[])[]): ZoneStretch[] {
  return joined(records.flat());
}

/**
 * The changes of zones, and their states at the beginning, as entries; zones that change alike at once are one.
 * Of a zone that is quiet nothing more is said than that: other things may hold the place.
 */
export function zoneEntries(
  zones: readonly { readonly zone: ZoneRange; readonly stretches: readonly ZoneStretch[] }[],
  { from }: TimelineSpan,
): TimelineEntry[] {
  const changes = zones.flatMap(({ zone, stretches }) =>
    stretches.map((stretch) => ({ radius: zone.radiusMiles, at: stretch.from, text: stateText(stretch) })),
  );
  const alike = Map.groupBy(changes, ({ at, text }) => `${at} ${text}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const radii = group.map(({ radius }) => radius).sort((a, b) => a - b);
    return timelineEntry('zone', first.at, `Within ${listText(radii)} mi: ${first.text}`, {
      detail: first.at === from ? 'The state at the beginning.' : '',
    });
  });
}

function listText(radii: readonly number[]): string {
  const last = radii.at(-1);
  return radii.length > 1 ? `${radii.slice(0, -1).join(', ')} and ${last}` : String(last);
}

function stateText({ kind, reason }: ZoneStretch): string {
  if (kind === 'unknown') return 'the state is not known, too little is observed';
  if (kind === 'clear') return 'the quiet time was observed in full';
  return reason === 'observing'
    ? 'delay, the quiet time was not observed in full'
    : 'delay for lightning or thunder';
}
