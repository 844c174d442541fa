import type { AirQualityPollutant } from '@allclear/contract';
import { aqiCategory, type Pollutant } from '@allclear/domain';
import { airQualityLimitsMs, type NearReading } from './readings.ts';

const names: Record<Pollutant, string> = { 'PM2.5': 'PM2.5', PM10: 'PM10', O3: 'Ozone' };
/** Named beside what an organization's own sensor measured. */
const OWN_STATION = "Your organization's own weather station; a low-cost sensor, not a reference monitor";

/** The main pollutant first: the one with the highest NowCast index. */
export function presentPollutants(
  near: readonly NearReading[],
  attribution: string,
  now: number,
): AirQualityPollutant[] {
  const all = near.toSorted((a, b) => (b.indices.nowCast ?? -1) - (a.indices.nowCast ?? -1));
  return all.map(({ reading, miles, indices, isOwn }, index) => ({
    pollutantName: names[reading.pollutant],
    isMainPollutant: index === 0 && indices.nowCast !== null,
    sourceName: reading.siteName,
    distanceInMiles: Math.round(miles * 10) / 10,
    isModelled: reading.modelled === true,
    utcTimeStamp: new Date(reading.observedAt).toISOString(),
    aqiData: {
      nowCastIndex: presentIndex(indices.nowCast),
      oneHourIndex: presentIndex(indices.oneHour),
      eightHourIndex: presentIndex(indices.eightHour),
      twentyFourHourIndex: presentIndex(indices.twentyFourHour),
    },
    stale: now - reading.observedAt > airQualityLimitsMs.late,
    attribution: isOwn ? OWN_STATION : attribution,
  }));
}

export function presentIndex(value: number | null) {
  const category = aqiCategory(value);
  return { value, color: category?.color ?? null, shortDescription: category?.name ?? null };
}
