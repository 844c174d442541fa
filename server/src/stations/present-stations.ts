import type { WeatherStation } from '@allclear/contract';
import type { Database } from '../platform/database/database.ts';
import { oldestReportMs } from './current-readings.ts';
import { newestReports } from './observations.store.ts';
import { presentStation } from './present-station.ts';
import { imagesOf } from './station-images.store.ts';
import type { OwnStation } from './store.ts';
import { stationsWithCoarseRain } from './summaries/coarse-rain.store.ts';

/** Presents stations of an organization, each with its newest report. `now` is product time, epoch ms. */
export async function presentStations(
  db: Database,
  organizationId: string,
  stations: readonly OwnStation[],
  now: number,
): Promise<WeatherStation[]> {
  const [images, reports, withCoarseRain] = await Promise.all([
    imagesOf(db, organizationId),
    newestReports(db, stations, now - oldestReportMs, now),
    stationsWithCoarseRain(
      db,
      stations.map(({ id }) => id),
    ),
  ]);
  const newest = new Map(reports.map(({ station, observation }) => [station.id, observation]));
  return stations.map((station) =>
    presentStation(station, {
      newest: newest.get(station.id),
      imageUpdatedAt: images.get(station.id) ?? null,
      hasCoarseRain: withCoarseRain.has(station.id),
      now,
    }),
  );
}
