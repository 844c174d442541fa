import { setImmediate } from 'node:timers/promises';
import {
  celsiusFromFahrenheit,
  DAY_MS,
  HOUR_MS,
  type QuarterMeans,
  type RainBefore,
  type SummedReport,
  summarizeQuarter,
} from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import { estimatedWbgtF } from '../current-readings.ts';
import type { Station } from '../observations.store.ts';
import {
  affectedSpans,
  type QuarterSpan,
  quarterOf,
  rainBefore,
  reportsOfSpans,
  spansOf,
} from './reports.store.ts';
import { replaceQuarters, type StationStretch, type SummarizedStation } from './summaries.store.ts';

/** An estimate of WBGT takes some 80 µs: after so many, others get their turn. */
const quartersAtOnce = 100;

/** What the summaries of a station rest on besides its reports. */
export type SummedStation = Pick<Station, 'id' | 'latitude' | 'longitude' | 'elevationM' | 'windHeightM'> & {
  readonly timeZone: string;
};

/**
 * Makes the summaries of all quarter hours in which reports were stored or corrected, and of their hours and days,
 * from the stored reports: in whatever order reports come, the summaries are those of the reports that are there. A
 * late report also changes what later ones say of rain. The caller holds the lock of each station.
 */
export async function sumUpReports(
  transaction: Database,
  changed: readonly { readonly station: SummedStation; readonly instants: readonly number[] }[],
): Promise<void> {
  const touched = changed.flatMap(({ station: { id }, instants }) => spansOf(id, quartersOf(instants)));
  if (touched.length === 0) return;
  const spans = await affectedSpans(transaction, touched);
  const befores = await rainBefore(transaction, spans);
  const reports = Map.groupBy(await reportsOfSpans(transaction, spans), ({ stationId }) => stationId);
  const stations = new Map(changed.map(({ station }) => [station.id, station]));
  const summarized = new Map<string, SummarizedStation & { readonly quarters: StationStretch[] }>();
  let done = 0;
  for (const [index, span] of spans.entries()) {
    const station = stations.get(span.stationId);
    const before = befores[index];
    if (!station || !before) continue;
    const { id: stationId, timeZone } = station;
    const found = summarized.get(stationId) ?? { stationId, timeZone, quarters: [] };
    summarized.set(stationId, found);
    for (const stretch of stretchesOf(span, reports.get(stationId) ?? [], before, station)) {
      found.quarters.push(stretch);
      done += 1;
      if (done % quartersAtOnce === 0) await setImmediate();
    }
  }
  await replaceQuarters(transaction, [...summarized.values()]);
}

function quartersOf(instants: readonly number[]): number[] {
  return [...new Set(instants.map(quarterOf))].sort((a, b) => a - b);
}

function* stretchesOf(
  { from, until }: QuarterSpan,
  reports: readonly { readonly report: SummedReport }[],
  first: RainBefore,
  station: SummedStation,
): Generator<StationStretch> {
  const within = reports
    .map(({ report }) => report)
    .filter(({ observedAt }) => observedAt >= from && observedAt < until);
  let { today } = first;
  let hour = { at: hourOf(from), greatestMm: first.hourGreatestMm };
  for (const [at, ofQuarter] of Map.groupBy(within, ({ observedAt }) => quarterOf(observedAt))) {
    if (hour.at !== hourOf(at)) hour = { at: hourOf(at), greatestMm: null };
    const before = {
      today: today !== null && today.at >= at - DAY_MS ? today : null,
      hourGreatestMm: hour.greatestMm,
    };
    const rain = { before, timeZone: station.timeZone };
    const summary = summarizeQuarter(ofQuarter, rain, (means) => wbgtOf(means, station));
    yield { at, ...summary };
    for (const { observedAt, rainTodayMm } of ofQuarter)
      if (rainTodayMm !== null) today = { at: observedAt, mm: rainTodayMm };
    const most = summary.maxRainHourMm;
    if (most !== null) hour.greatestMm = Math.max(most, hour.greatestMm ?? 0);
  }
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}

function wbgtOf(means: QuarterMeans, station: SummedStation): number | null {
  return celsiusFromFahrenheit(estimatedWbgtF({ station, observation: { ...means, wbgtC: null } }));
}
