import type { Database } from '../platform/database/database.ts';
import { calibratedRainMm, type NearestObservation, precipitationSince } from '../stations/index.ts';

/** The precipitation of a day so far, and the time of the last reading in it, epoch ms. */
export interface RainToday {
  readonly mm: number;
  readonly updatedAt: number;
}

/**
 * Since midnight; null without a reading. A gauge of one's own counts its day itself; of a government station
 * the hours are summed up.
 */
export async function rainToday(
  db: Database,
  chosen: NearestObservation,
  midnight: number,
  now: number,
): Promise<RainToday | null> {
  const { station, observation } = chosen;
  if (station.organizationId === null) return precipitationSince(db, station.id, midnight, now);
  if (observation.observedAt < midnight) return null;
  const mm = calibratedRainMm(chosen, observation.rainTodayMm);
  return mm === null ? null : { mm, updatedAt: observation.observedAt };
}
