import { HOUR_MS, QUARTER_MS, type StationSummary, summaryMeasures } from '@allclear/domain';
import type { Database } from '../src/platform/database/database.ts';
import type { StationStretch } from '../src/stations/index.ts';
import {
  ensureSummaryPartitions,
  lockStations,
  replaceQuarters,
} from '../src/stations/summaries/summaries.store.ts';

export interface ReportStationInput {
  readonly organizationId: string;
  readonly id: string;
  readonly name?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly timeZone?: string;
  readonly rainFactor?: number;
  /** Stretches of time with reports, epoch ms. */
  readonly spans: readonly (readonly [from: number, until: number])[];
  /** Of the hour which quarters had a report; all four unless set. */
  readonly quarters?: readonly number[];
}

/** The temperature (°C) of the quarter hour that begins at an instant: each has its own. */
export const temperatureAt = (at: number) => 10 + ((at / QUARTER_MS) % 97) / 4;
/** The rain (mm) of the quarter hour. */
export const rainAt = (at: number) => ((at / QUARTER_MS) % 5) / 10;

/** Stores a station with summaries of reports: temperature and rain, nothing else. */
export async function addReportStation(
  db: Database,
  {
    organizationId,
    id,
    name = 'Roof',
    latitude = 41.9,
    longitude = -87.6,
    timeZone = 'America/Chicago',
    rainFactor = 1,
    spans,
    quarters = [0, 1, 2, 3],
  }: ReportStationInput,
): Promise<void> {
  await db
    .insertInto('stations')
    .values({
      ...{ id, name, latitude, longitude, organization_id: organizationId, rain_factor: rainFactor },
      ...{ vendor: 'test', elevation_m: 180, updated_at: new Date(), created_at: new Date() },
    })
    .execute();
  for (const [from, until] of spans) {
    const stretches: StationStretch[] = [];
    for (let at = from; at < until; at += QUARTER_MS)
      if (quarters.includes((at % HOUR_MS) / QUARTER_MS)) stretches.push({ at, ...summaryAt(at) });
    for (let start = 0; start < stretches.length; start += 2_000) {
      const part = stretches.slice(start, start + 2_000);
      await ensureSummaryPartitions(
        db,
        part.map(({ at }) => at),
      );
      await db.transaction().execute(async (transaction) => {
        await lockStations(transaction, [id]);
        await replaceQuarters(transaction, [{ stationId: id, timeZone, quarters: part }]);
      });
    }
  }
}

function summaryAt(at: number): StationSummary {
  const value = temperatureAt(at);
  const none = Object.fromEntries(summaryMeasures.map((measure) => [measure, null]));
  return {
    ...{ reports: 3, quarters: 1, windEastSum: 0, windNorthSum: 0, windVectors: 0 },
    ...{ rainMm: rainAt(at), maxRainHourMm: null },
    measures: {
      ...(none as StationSummary['measures']),
      temperatureC: { least: value - 1, greatest: value + 1, sum: value * 3, count: 3 },
    },
  };
}
