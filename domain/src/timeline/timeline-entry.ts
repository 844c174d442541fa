/** The timeline of a place: what was observed, sent and done there, in the order of time. Instants are epoch ms. */

/** The longest span, days of the place. */
export const timelineDays = 3;

/** What an entry is of, in the order in which entries of one instant stand. */
export const timelineKinds = [
  'unobserved',
  'lightning',
  'thunder',
  'zone',
  'warning',
  'closure',
  'duty',
  'place',
  'siren',
  'notice',
  'message',
  'roll-call',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** The words of the page and of the file. */
export const timelineKindTexts: Readonly<Record<TimelineKind, string>> = {
  unobserved: 'Not observed',
  lightning: 'Lightning',
  thunder: 'Thunder reports',
  zone: 'Lightning zones',
  warning: 'Warnings',
  closure: 'Closures',
  duty: 'Duties',
  place: 'Moves and radii',
  siren: 'Sirens and relays',
  notice: 'Notices',
  message: 'Mass messages',
  'roll-call': 'Roll-calls',
};

export interface TimelineEntry {
  readonly kind: TimelineKind;
  readonly at: number;
  /** The end of what lasted; null for an instant, and for what still lasts. */
  readonly until: number | null;
  /** It began and has not ended. */
  readonly isOpen: boolean;
  readonly text: string;
  readonly detail: string;
  /** Who did it, for those who may know; null where nobody did. */
  readonly actor: string | null;
}

export interface TimelineSpan {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** An entry of an instant, unless `more` says otherwise. */
export function timelineEntry(
  kind: TimelineKind,
  at: number,
  text: string,
  more: Partial<Pick<TimelineEntry, 'until' | 'isOpen' | 'detail' | 'actor'>> = {},
): TimelineEntry {
  return { kind, at, until: null, isOpen: false, text, detail: '', actor: null, ...more };
}

/** Whether an entry belongs into a span: it is in it, or what lasts reaches into it. */
function isWithin({ at, until, isOpen }: TimelineEntry, { from, to }: TimelineSpan): boolean {
  return at < to && (at >= from || isOpen || (until !== null && until > from));
}

const rankOf = new Map(timelineKinds.map((kind, rank) => [kind, rank]));

/**
 * Entries of all sources in the order of time, those of one instant in the order of `timelineKinds` and then as they
 * were given. What is outside of the span is left out; nothing else is.
 */
export function mergeTimeline(
  sources: readonly (readonly TimelineEntry[])[],
  span: TimelineSpan,
): TimelineEntry[] {
  return sources
    .flat()
    .filter((entry) => isWithin(entry, span))
    .sort((a, b) => a.at - b.at || (rankOf.get(a.kind) ?? 0) - (rankOf.get(b.kind) ?? 0));
}
