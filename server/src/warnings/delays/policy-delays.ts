import {
  type CountedDelay,
  countedDelays,
  type DelayPeriod,
  type DelayQuestion,
  type DelaySum,
  delaySums,
  filterBounds,
  type LocalFilter,
} from '@allclear/domain';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DelayColumn, delayColumns, sumColumns } from './delay-columns.ts';
import { type ReportedPlace, reportedPlaces, type StoredDelay, storedDelays } from './policy-delays.store.ts';

/** So many places are read at once: all delays of some years of theirs are in memory. */
const placesAtOnce = 20;

export interface PolicyDelaysQuestion {
  readonly organizationId: string;
  /** Those of other organizations, or of none, are left out. */
  readonly organizationLocationIds: readonly string[];
  /** Short names of policy types: LR1. */
  readonly types: readonly string[];
  readonly interval: 'Detailed' | DelayPeriod;
  readonly filter: LocalFilter;
  /** Product time, epoch ms: until then an open delay counts. */
  readonly now: number;
  /** Of thresholds. */
  readonly units?: 'us' | 'metric';
}

/** A delay, or what the delays of a place and type add up to in a period. */
export type PolicyDelayRow =
  | (CountedDelay<StoredDelay> & {
      readonly kind: 'delay';
      readonly place: ReportedPlace;
      readonly timeZone: string;
    })
  | (DelaySum & { readonly kind: 'sum'; readonly place: ReportedPlace; readonly timeZone: string });

export interface PolicyDelays {
  /** Header texts with their units, and the cell of a row. */
  readonly columns: readonly DelayColumn[];
  readonly rows: readonly PolicyDelayRow[];
  /** Places of the question of which the filter lets no delay through: they have no row. */
  readonly placesWithoutDelay: readonly ReportedPlace[];
}

/** The columns of the rows of an interval. */
export function policyDelayColumns(
  interval: PolicyDelaysQuestion['interval'],
  units: 'us' | 'metric' = 'us',
): readonly DelayColumn[] {
  return interval === 'Detailed' ? delayColumns(units) : sumColumns;
}

/**
 * The delays of places of an organization, or their sums, place by place in the order of their names: for a report that
 * is written as it is read. Each place gives its rows in the order of time; one without a delay gives none.
 */
export async function* policyDelaysByPlace(
  db: Database,
  { organizationId, organizationLocationIds, types, interval, filter, now }: PolicyDelaysQuestion,
): AsyncGenerator<{ readonly place: ReportedPlace; readonly rows: readonly PolicyDelayRow[] }> {
  const places = await reportedPlaces(db, organizationId, organizationLocationIds);
  const bounds = filterBounds(filter);
  for (let first = 0; first < places.length; first += placesAtOnce) {
    const some = places.slice(first, first + placesAtOnce);
    const stored = await storedDelays(db, {
      ...{ organizationId, types, ...bounds },
      placeIds: some.map(({ id }) => id),
    });
    const byPlace = Map.groupBy(stored, ({ placeId }) => placeId);
    for (const place of some) {
      const timeZone = timeZoneOf(place);
      const question = { filter, timeZoneOf: () => timeZone, now };
      const rows = rowsOf(byPlace.get(place.id) ?? [], interval, question);
      yield { place, rows: rows.map((row) => ({ ...row, place, timeZone })) };
    }
  }
}

function rowsOf(
  delays: readonly StoredDelay[],
  interval: PolicyDelaysQuestion['interval'],
  question: DelayQuestion,
) {
  return interval === 'Detailed'
    ? countedDelays(delays, question).map((row) => ({ kind: 'delay' as const, ...row }))
    : delaySums(delays, interval, question).map((row) => ({ kind: 'sum' as const, ...row }));
}

/** The same, all at once. */
export async function policyDelays(db: Database, question: PolicyDelaysQuestion): Promise<PolicyDelays> {
  const rows: PolicyDelayRow[] = [];
  const placesWithoutDelay: ReportedPlace[] = [];
  for await (const part of policyDelaysByPlace(db, question)) {
    if (part.rows.length === 0) placesWithoutDelay.push(part.place);
    for (const row of part.rows) rows.push(row);
  }
  return { columns: policyDelayColumns(question.interval, question.units), rows, placesWithoutDelay };
}
