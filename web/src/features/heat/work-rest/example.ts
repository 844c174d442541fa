// Answers as the API gives them, for tests.
import type {
  HeatPoint,
  HeatSeries,
  LocationObservation,
  RiskProfile,
  WorkRestAtLocation,
} from '@allclear/contract';

export const nowMs = Date.parse('2026-06-06T20:20:00Z');
const hourMs = 3_600_000;
const f = (value: number | null) => ({ value, unit: '°F' });

export function exampleProfile(part: Partial<WorkRestAtLocation> = {}): WorkRestAtLocation {
  const bands = (workRestIntensityId: string, lines: [number | null, number | null, string?][]) =>
    lines.map(([max, workPercent, advice]) => ({
      workRestIntensityId,
      max,
      workPercent,
      ...(advice ? { advice } : {}),
    }));
  return {
    id: 'p',
    name: 'Crew rules',
    source: 'A published guidance',
    isPublished: true,
    proposed: false,
    primaryMetric: 'WBGT',
    durationUnit: 'Hour',
    customStopText: 'Everybody goes inside',
    customContinuousText: 'No limit',
    useRiskProfile: true,
    riskProfileId: 'r',
    revision: 0,
    intensities: [
      { id: 'easy', name: 'Easy work' },
      { id: 'hard', name: 'Hard work' },
    ],
    modifiers: [{ id: 'suit', name: 'Suit', adjustment: 5 }],
    matrices: [
      ...bands('easy', [
        [90, 1],
        [null, 0.5],
      ]),
      ...bands('hard', [
        [80, 1],
        [84.9, 2 / 3, 'Water 1 qt/h'],
        [89.9, null],
        [null, 0],
      ]),
    ],
    chosenFor: 'organization',
    ...part,
  };
}

export function exampleRisk(): RiskProfile {
  const level = (id: string, max: number | null) => ({
    id,
    name: `Level ${id}`,
    riskProfileId: 'r',
    description: '',
    max,
    color: '#d3382c',
    colorSecondary: '#7d140c',
  });
  return {
    id: 'r',
    name: 'Levels',
    source: null,
    isPublished: true,
    metric: 'WBGT',
    riskLevels: [level('low', 80), level('high', null)],
    revision: 0,
  };
}

export function exampleObservation(
  wbgt: number | null,
  part: Partial<LocationObservation> = {},
): LocationObservation {
  return {
    weatherStation: { id: 'KTST', name: 'Test Field', type: 0, imageUrl: null, distanceMiles: 3.4 },
    canViewHistorical: false,
    data: {
      ambientTemperature: f(91),
      feelLike: f(99.5),
      wgbt: f(wbgt),
      precipitation: f(0),
      windSpeed: f(4),
      windGust: f(null),
      windDirection: 'S',
      windDirectionDegrees: 180,
      relativeHumidity: f(60),
      weather_code: { text: null },
      observationTime: new Date(nowMs - 12 * 60_000).toISOString(),
    },
    calibratedData: { rainToday: f(0), rainUpdatedTime: null },
    stale: false,
    now: new Date(nowMs).toISOString(),
    ...part,
  };
}

/** Observed since noon UTC with an hour missing, and forecast by `wbgtAt` (of hours from now on). */
export function exampleSeries(
  wbgtAt: (hours: number) => number | null,
  part: Partial<HeatSeries> = {},
): HeatSeries {
  const point = (atMs: number, isForecast: boolean, value: number | null): HeatPoint => ({
    observationTime: new Date(atMs).toISOString(),
    isForecast,
    wbgt: f(value),
    ambientTemperature: f(value),
    feelLike: f(value),
  });
  const hour = Math.floor(nowMs / hourMs) * hourMs;
  return {
    now: new Date(nowMs).toISOString(),
    timeZone: 'America/Chicago',
    weatherStation: { id: 'KTST', name: 'Test Field', type: 0, distanceMiles: 3.4 },
    forecast: {
      issuedTime: new Date(nowMs).toISOString(),
      asOf: new Date(nowMs).toISOString(),
      stale: false,
      attribution: 'A test',
    },
    awaitsForecast: false,
    points: [
      ...[8, 7, 6, 4, 3, 2, 1].map((ago) => point(hour - ago * hourMs, false, ago === 4 ? null : 85 - ago)),
      ...Array.from({ length: 73 }, (_, hours) => point(hour + hours * hourMs, true, wbgtAt(hours))),
    ],
    ...part,
  };
}
