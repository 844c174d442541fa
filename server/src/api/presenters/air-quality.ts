import type { PollutantReading } from '@allclear/adapters';
import type { AirQualityPollutant } from '@allclear/contract';
import { aqiCategory, type Pollutant, pollutantIndices } from '@allclear/domain';
import { airQualityLimitsMs } from '../../engine/air-quality-evidence.ts';

const names: Record<Pollutant, string> = { 'PM2.5': 'PM2.5', PM10: 'PM10', O3: 'Ozone' };

/** The main pollutant first: the one with the highest NowCast index. */
export function presentPollutants(
  near: readonly { reading: PollutantReading; miles: number }[],
  attribution: string,
  now: number,
): AirQualityPollutant[] {
  const all = near
    .map(({ reading, miles }) => ({ reading, miles, indices: pollutantIndices(reading.pollutant, reading.nowCastIndex, reading.hours) }))
    .toSorted((a, b) => (b.indices.nowCast ?? -1) - (a.indices.nowCast ?? -1));
  return all.map(({ reading, miles, indices }, index) => ({
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
    attribution,
  }));
}

function presentIndex(value: number | null) {
  const category = aqiCategory(value);
  return { value, color: category?.color ?? null, shortDescription: category?.name ?? null };
}
