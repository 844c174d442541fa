import type { PollutantReading } from '@allclear/adapters';
import { distanceMiles, feedLimitsMs, type PolicyTypeShortName, type Pollutant, pollutantIndices, readingFact } from '@allclear/domain';
import { type AirQualityAround, airQualityCell, airQualitySince } from '../store/air-quality.ts';
import type { Database } from '../store/database.ts';
import type { Evidence } from './warning-evidence.ts';
import type { Pair } from './warning-pairs.ts';

/** Air quality is known only within 10 miles of a monitor (specification 1, 2.8). */
export const monitorReachMiles = 10;
/** How long the mean of an hour stands for the present, and until when it is shown as old. */
export const airQualityLimitsMs = feedLimitsMs['air-quality']!;

/** Undefined for the types that have nothing to do with air quality; null is all of them. */
const pollutantOf: Partial<Record<PolicyTypeShortName, Pollutant | null>> = {
  'AQI-MAX': null,
  'AQI-PM2.5': 'PM2.5',
  'AQI-PM10': 'PM10',
  'AQI-O3': 'O3',
};

export function isAirQualityType(shortName: PolicyTypeShortName): boolean {
  return shortName in pollutantOf;
}

/** Readings of monitors near enough to a place (degrees), not from before `since`, with how far away they are. A model says it of the place itself. */
export function readingsNear(
  readings: readonly PollutantReading[],
  place: { latitude: number; longitude: number },
  since: number,
): { reading: PollutantReading; miles: number }[] {
  return readings.flatMap((reading) => {
    const miles = reading.modelled ? 0 : (distanceMiles(place, reading) ?? Number.POSITIVE_INFINITY);
    return miles <= monitorReachMiles && reading.observedAt >= since ? [{ reading, miles }] : [];
  });
}

/** What was read of the air lately, by cell. */
export async function readAirQuality(db: Database, now: number): Promise<ReadonlyMap<string, AirQualityAround>> {
  const byCell = new Map<string, AirQualityAround>();
  for (const around of await airQualitySince(db, now - airQualityLimitsMs.down)) {
    const key = `${around.latitude20},${around.longitude20}`;
    if (!byCell.has(key)) byCell.set(key, around);
  }
  return byCell;
}

/** NowCast of a policy's pollutant, or the highest of all, against its threshold; without a current reading near the place it is lost. */
export function airQualityEvidence(pair: Pair, byCell: ReadonlyMap<string, AirQualityAround>, now: number): Evidence {
  const { latitude20, longitude20 } = airQualityCell(pair.place);
  const wanted = pollutantOf[pair.type.shortName] ?? null;
  const current = readingsNear(byCell.get(`${latitude20},${longitude20}`)?.readings ?? [], pair.place, now - airQualityLimitsMs.late)
    .filter(({ reading }) => wanted === null || reading.pollutant === wanted)
    .map(({ reading }) => ({ ...reading, value: pollutantIndices(reading.pollutant, reading.nowCastIndex, reading.hours).nowCast }))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => b.value! - a.value!)[0];
  const fact = readingFact(pair.type, pair.policy.threshold, current ?? null, now, airQualityLimitsMs.late);
  return current ? { eventKey: '', fact, facts: { stationName: current.siteName } } : { eventKey: '', fact };
}
