/** How often each kind of data is asked for when nothing was announced (spec 1 section 7), in milliseconds of weather. */
export const pollingMs = {
  /** The card of the selected location. */
  selectedDelay: 10_000,
  /** The badges of the others. */
  delay: 30_000,
  observation: 60_000,
  /** Policy warnings, weather-service alerts and proactive forecasts. */
  warnings: 60_000,
  status: 30_000,
  locations: 300_000,
} as const;

/** Data that change while the product's clock runs faster are asked for as much more often, but never more than twice a second. */
const floorMs: Record<keyof typeof pollingMs, number> = {
  selectedDelay: 500,
  delay: 2_000,
  observation: 2_000,
  warnings: 2_000,
  status: 2_000,
  locations: 60_000,
};

/** The real milliseconds between two polls at a speed (seconds of weather per second). */
export function pollEveryMs(kind: keyof typeof pollingMs, speed: number): number {
  return Math.max(floorMs[kind], pollingMs[kind] / Math.max(1, speed));
}
