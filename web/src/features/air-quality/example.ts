// Readings for the tests of this folder.
import type { AirQualityPollutant } from '@allclear/contract';

export const nowMs = Date.parse('2026-06-06T20:46:00Z');
const none = { value: null, color: null, shortDescription: null };

export const index = (value: number, shortDescription: string) => ({
  value,
  color: '#FFFF00',
  shortDescription,
});

export function pollutant(part: Partial<AirQualityPollutant> = {}): AirQualityPollutant {
  return {
    pollutantName: 'PM2.5',
    isMainPollutant: true,
    sourceName: 'Dallas Hinton',
    distanceInMiles: 2.1,
    isModelled: false,
    utcTimeStamp: '2026-06-06T19:46:00.000Z',
    aqiData: {
      nowCastIndex: index(68, 'Moderate'),
      oneHourIndex: index(71, 'Moderate'),
      eightHourIndex: none,
      twentyFourHourIndex: none,
    },
    stale: false,
    attribution: 'AirNow and the agencies that report to it; preliminary data',
    ...part,
  };
}

export const unknownIndices = {
  nowCastIndex: none,
  oneHourIndex: none,
  eightHourIndex: none,
  twentyFourHourIndex: none,
};
