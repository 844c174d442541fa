/** What a replay shows at an instant, from the server's answer. Pure; it has nothing of the present. */
import type { ReplayedLocation, StormCellCollection, StormReplay } from '@allclear/contract';
import { newestCells, stretchAt } from '@allclear/domain';
import { timeOfDay } from '../../../clock/time-text.ts';
import type { Dot } from '../strikes/strike-dots.ts';

/** The published state of a zone: for a delay its reason; `absent` before the location existed. */
export type PastState = 'strike' | 'observing' | 'clear' | 'unknown' | 'not-covered' | 'absent';

export interface PastZone {
  readonly zone: number;
  readonly radiusMiles: number;
  readonly range: string;
  readonly state: PastState;
  /** Its beginning, epoch ms; null when it began before the replay. */
  readonly sinceMs: number | null;
}

export interface PastLocation {
  readonly id: string;
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly distanceMiles: number;
  readonly isChanged: boolean;
  readonly zones: readonly PastZone[];
}

export interface Scene {
  readonly atMs: number;
  /** Oldest first. */
  readonly strikes: readonly Dot[];
  readonly cells: StormCellCollection['features'];
  readonly locations: readonly PastLocation[];
  /** Missing data at that instant, in words. */
  readonly notes: readonly string[];
}

interface Stretch {
  readonly from: number;
  readonly state: string;
}

/** The answer with parsed instants. */
export interface Recording {
  readonly answer: StormReplay;
  readonly fromMs: number;
  readonly toMs: number;
  /** Oldest first; the arrival of each, epoch ms. */
  readonly strikes: readonly (Dot & { readonly receivedAt: number })[];
  readonly sky: readonly Stretch[];
  readonly zones: readonly (readonly (readonly { readonly from: number; readonly state: PastState }[])[])[];
  readonly cells:
    | readonly {
        id: string;
        observedAt: number;
        receivedAt: number;
        feature: StormCellCollection['features'][number];
      }[]
    | null;
  readonly lists: readonly { readonly asOf: number; readonly receivedAt: number }[];
}

/** A strike is drawn for half an hour and fades over its last five minutes (spec 1 section 9). */
const shownMs = 30 * 60_000;
/** An older list of cells is not current (the server's limit of the feed). */
const maxCellAgeMs = 15 * 60_000;
/** An older radar image is not shown. */
const maxRadarAgeMs = 15 * 60_000;

export function readRecording(answer: StormReplay): Recording {
  const ms = (text: string) => Date.parse(text);
  return {
    answer,
    fromMs: ms(answer.from),
    toMs: ms(answer.to),
    strikes: answer.strikes
      .map(([longitude = Number.NaN, latitude = Number.NaN, at = Number.NaN, receivedAt = Number.NaN]) => ({
        longitude,
        latitude,
        at: at / 1_000,
        receivedAt,
      }))
      .sort((a, b) => a.at - b.at),
    sky: answer.sky.map(({ from, state }) => ({ from: ms(from), state })),
    zones: answer.locations.map(({ zones }) =>
      zones.map(({ states }) =>
        states.map(({ from, state, reason }) => ({
          from: ms(from),
          state: state === 'delay' ? (reason ?? 'strike') : state,
        })),
      ),
    ),
    cells:
      answer.cells?.map(({ receivedAt, cell }) => ({
        id: cell.id,
        observedAt: ms(cell.properties.IssueTime),
        receivedAt: ms(receivedAt),
        feature: cell,
      })) ?? null,
    lists: answer.cellLists.map(({ asOf, receivedAt }) => ({ asOf: ms(asOf), receivedAt: ms(receivedAt) })),
  };
}

/** What was known at an instant: later arrivals are left out. */
export function sceneAt(recording: Recording, atMs: number, timeZone: string): Scene {
  const { answer } = recording;
  return {
    atMs,
    strikes: recording.strikes.filter(
      ({ at, receivedAt }) => receivedAt <= atMs && atMs - at * 1_000 < shownMs,
    ),
    cells: cellsAt(recording, atMs)
      ? newestCells(receivedCells(recording, atMs), atMs).map(({ feature }) => feature)
      : [],
    locations: answer.locations.map((location, i) =>
      pastLocation(location, recording.zones[i] ?? [], recording.fromMs, atMs),
    ),
    notes: notesAt(recording, atMs, timeZone),
  };
}

function pastLocation(
  location: ReplayedLocation,
  zones: Recording['zones'][number],
  fromMs: number,
  atMs: number,
): PastLocation {
  const { id, label, latitude, longitude, distanceMiles, changedAt } = location;
  return {
    id,
    label,
    latitude,
    longitude,
    distanceMiles,
    isChanged: changedAt !== null,
    zones: location.zones.map(({ zone, radiusMiles, range }, i) => {
      const stretch = stretchAt(zones[i] ?? [], atMs);
      const sinceMs = stretch && stretch.from > fromMs ? stretch.from : null;
      return { zone, radiusMiles, range, state: stretch?.state ?? 'absent', sinceMs };
    }),
  };
}

function receivedCells({ cells }: Recording, atMs: number) {
  return cells?.filter(({ receivedAt }) => receivedAt <= atMs) ?? [];
}

function cellsAt({ lists }: Recording, atMs: number): boolean {
  return lists.some(({ asOf, receivedAt }) => receivedAt <= atMs && atMs - asOf <= maxCellAgeMs);
}

function notesAt(recording: Recording, atMs: number, timeZone: string): string[] {
  const { answer, cells, sky } = recording;
  const notes: string[] = [];
  const state = stretchAt(sky, atMs)?.state ?? 'unknown';
  if (state === 'unknown') notes.push('Lightning was not known at this time: strikes may be missing.');
  else if (state === 'not-covered')
    notes.push('No lightning feed covers this area: no strikes means nothing.');
  else if (state === 'partly-covered')
    notes.push('Part of this area is covered by no lightning feed: no strikes there means nothing.');
  if (answer.strikesCutAt !== null && atMs - shownMs < Date.parse(answer.strikesCutAt)) {
    notes.push(
      `There were too many strikes to show them all: those before ${timeOfDay(answer.strikesCutAt, timeZone)} are left out.`,
    );
  }
  if (cells === null) notes.push('Storm cells cannot be shown: there is no source of them here.');
  else if (!cellsAt(recording, atMs)) notes.push('Storm cells were not known at this time.');
  return notes;
}

/** The last frame before an instant, -1 when there is none within 15 minutes. Frames are sorted by time. */
export function frameBefore(frames: readonly { readonly time: string }[], atMs: number): number {
  const index = frames.findLastIndex(({ time }) => Date.parse(time) <= atMs);
  return index >= 0 && atMs - Date.parse(frames[index]?.time ?? '') <= maxRadarAgeMs ? index : -1;
}

/** In the past tense, so that a replay never reads like the present. */
export const pastText: Record<PastState, string> = {
  strike: 'Was in delay',
  observing: 'Was in delay: quiet not yet seen',
  clear: 'Was clear',
  unknown: 'Was not known',
  'not-covered': 'Not covered by any lightning feed',
  absent: 'Was not added yet',
};

/** The text of a collapsed location: its worst zone. */
export function worstOf(zones: readonly PastZone[]): PastState {
  const order: PastState[] = ['strike', 'unknown', 'observing', 'not-covered', 'absent', 'clear'];
  return order.find((state) => zones.some((zone) => zone.state === state)) ?? 'not-covered';
}

/** '2 in delay, 1 not known, 3 clear': the number of locations in each state, each by its worst zone. */
export function summaryOf(locations: readonly PastLocation[]): string {
  const worst = locations.map(({ zones }) => worstOf(zones));
  const count = (words: string, ...states: PastState[]) => {
    const many = worst.filter((state) => states.includes(state)).length;
    return many > 0 ? [`${many} ${words}`] : [];
  };
  const parts = [
    ...count('in delay', 'strike', 'observing'),
    ...count('not known', 'unknown', 'not-covered'),
    ...count('clear', 'clear'),
    ...count('not added yet', 'absent'),
  ];
  return parts.length > 0 ? parts.join(', ') : 'none near';
}
