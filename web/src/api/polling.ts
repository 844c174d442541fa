/** Polling intervals by kind of data (spec 1 section 7), in milliseconds of weather. */
export const pollingMs = {
  /**
   * Lightning of the dashboard's cards and badges in one call, at the interval that the specification sets
   * for its cards.
   */
  delay: 10_000,
  /** Strikes and observation of the last half hour: what the tape of the lightning card draws. */
  lightningTape: 20_000,
  radarFrames: 180_000,
  /** Lightning in the map's view. */
  strikes: 60_000,
  /** Tropical forecast and models, surface analysis, road conditions. */
  mapLayers: 60_000,
  stormCells: 300_000,
  /** Whether a weather station's image changed. */
  stationImage: 300_000,
  hourlyForecast: 900_000,
  dailyForecast: 21_600_000,
  /** Policy warnings, weather-service alerts and proactive forecasts. */
  warnings: 60_000,
  /** A weather station's own observation, and the history of a chart. */
  conditionHistory: 300_000,
  observation: 60_000,
  threatForecast: 180_000,
  stationStatus: 900_000,
  airQuality: 900_000,
  /** Work/rest and risk profiles, which administrators change rarely. */
  profiles: 900_000,
  status: 30_000,
  locations: 300_000,
  /** On-site hardware (spec 2 section 9). */
  hardware: 300_000,
  /** What sounds now, behind the events. */
  sounding: 30_000,
  /** What people have made happen in simulated weather. */
  demonstration: 10_000,
  /** The user's reports, and while one of them is being made. */
  reports: 60_000,
  openReport: 5_000,
  /** Messages of the organization behind the events, and while one of them is being sent. */
  massMessages: 60_000,
  openMassMessage: 5_000,
  massMessageHistory: 300_000,
  /** The time of live cameras that is used (spec 3 section 9). */
  cameraMinutes: 60_000,
  /** Who is missing, behind the events. */
  rollCall: 10_000,
} as const;
export type PolledKind = keyof typeof pollingMs;

/**
 * When the product clock runs faster, data are polled as much more often, down to these real milliseconds.
 * Events announce changes, so a dashboard stays at about one request a second at any speed.
 */
const floorMs: Record<PolledKind, number> = {
  delay: 1_000,
  lightningTape: 5_000,
  radarFrames: 5_000,
  strikes: 2_000,
  mapLayers: 15_000,
  stormCells: 15_000,
  stationImage: 60_000,
  hourlyForecast: 60_000,
  dailyForecast: 60_000,
  warnings: 20_000,
  conditionHistory: 60_000,
  observation: 15_000,
  threatForecast: 30_000,
  stationStatus: 60_000,
  airQuality: 60_000,
  profiles: 60_000,
  status: 15_000,
  locations: 60_000,
  hardware: 60_000,
  sounding: 10_000,
  demonstration: 2_000,
  // They are made in real time.
  reports: 60_000,
  openReport: 5_000,
  // They are sent in real time.
  massMessages: 60_000,
  openMassMessage: 5_000,
  massMessageHistory: 300_000,
  // People watch in real time.
  cameraMinutes: 60_000,
  // People count in real time.
  rollCall: 10_000,
};
/**
 * A lightning answer may be used for three minutes of weather: at any speed two more arrive within that time.
 */
const delayWeatherMs = 60_000;

/** The real milliseconds between two polls at a speed (seconds of weather per second). */
export function pollEveryMs(kind: PolledKind, speed: number): number {
  const faster = Math.max(1, speed);
  if (kind === 'delay') return Math.max(floorMs.delay, Math.min(pollingMs.delay, delayWeatherMs / faster));
  return Math.max(Math.min(floorMs[kind], pollingMs[kind]), pollingMs[kind] / faster);
}

const maxTimeoutMs = 75 * 60_000;
const slackMs = 15 * 60_000;

/**
 * Data that were not renewed for this long (milliseconds of weather) count as unknown: five missed polls,
 * fewer for rare polls.
 */
export function trustedForMs(kind: PolledKind): number {
  const everyMs = pollingMs[kind];
  return Math.max(
    everyMs + slackMs > maxTimeoutMs ? everyMs + slackMs : 0,
    Math.min(5 * everyMs, maxTimeoutMs),
  );
}
