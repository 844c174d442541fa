import { AdapterError } from '../adapter-error.ts';
import type { AirQualityFeed } from '../feeds/air-quality/port.ts';
import type { AlertFeed } from '../feeds/alerts/port.ts';
import type { ForecastFeed } from '../feeds/forecasts/port.ts';
import type { LightningFeed } from '../feeds/lightning/port.ts';
import type { ObservationFeed } from '../feeds/observations/port.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CYCLE_MS = 2 * HOUR_MS;
/** What is read once an hour only is missed after hours: its turns come in a longer cycle. */
const LONG_CYCLE_MS = 12 * HOUR_MS;

/**
 * When in each cycle a feed fails. Stations are missed after an hour and a half only, so theirs lasts, and
 * alerts fail meanwhile. The forecast is gone until it is shown as old, air quality until it is not known any
 * more.
 */
const turns = {
  lightning: { from: 3 * MINUTE_MS, to: 9 * MINUTE_MS },
  observations: { from: 12 * MINUTE_MS, to: 110 * MINUTE_MS },
  alerts: { from: 20 * MINUTE_MS, to: 32 * MINUTE_MS },
  // Long enough that the picture of its camera grows old as well.
  ownStations: { from: 36 * MINUTE_MS, to: 108 * MINUTE_MS },
  forecast: { from: 36 * MINUTE_MS, to: 5 * HOUR_MS, every: LONG_CYCLE_MS },
  airQuality: { from: 5 * HOUR_MS, to: 11.75 * HOUR_MS, every: LONG_CYCLE_MS },
} as const satisfies Record<string, { readonly from: number; readonly to: number; readonly every?: number }>;

/** The number of the cycle in whose outage an instant (epoch ms) lies, null outside of all. */
export function outageAt(kind: keyof typeof turns, startedAt: number, at: number): number | null {
  if (at < startedAt) return null;
  const { from, to, every = CYCLE_MS }: { from: number; to: number; every?: number } = turns[kind];
  const cycle = Math.floor((at - startedAt) / every);
  const into = at - startedAt - cycle * every;
  return into >= from && into < to ? cycle : null;
}

/**
 * A feed that does not answer for six minutes every two hours. What it saw meanwhile arrives when it is back;
 * every other time it is lost, as it is when a satellite itself was blind.
 */
export function failingLightning(feed: LightningFeed, startedAt: number): LightningFeed {
  const isLost = (at: number) => (outageAt('lightning', startedAt, at) ?? 0) % 2 === 1;
  return {
    ...feed,
    async *poll(request) {
      if (outageAt('lightning', startedAt, request.now) !== null) {
        throw new AdapterError(feed.vendor, 'timeout', `${feed.vendor} did not answer within 15 s`);
      }
      for await (const batch of feed.poll(request)) if (!isLost(batch.from) && !isLost(batch.to)) yield batch;
    },
  };
}

/** A feed whose service is overloaded for a while every two hours, and asks to be left alone. */
export function failingObservations(feed: ObservationFeed, startedAt: number): ObservationFeed {
  return {
    ...feed,
    async poll(request) {
      if (outageAt('observations', startedAt, request.now) !== null) {
        throw new AdapterError(feed.vendor, 'upstream', `${feed.vendor} answered 503`, {
          status: 503,
          retryAfterMs: MINUTE_MS,
        });
      }
      return feed.poll(request);
    },
  };
}

/** A feed that answers with something else for twelve minutes every two hours. */
export function failingAlerts(feed: AlertFeed, startedAt: number): AlertFeed {
  return {
    ...feed,
    async poll(request) {
      if (outageAt('alerts', startedAt, request.now) !== null) {
        throw new AdapterError(
          feed.vendor,
          'malformed',
          `${feed.vendor} answered with a page instead of a list`,
        );
      }
      return feed.poll(request);
    },
  };
}

/**
 * A feed whose service fails with 503 for some hours twice a day, about its grid as well as about its
 * forecasts.
 */
export function failingForecast(feed: ForecastFeed, startedAt: number, now: () => number): ForecastFeed {
  const check = (at: number) => {
    if (outageAt('forecast', startedAt, at) === null) return;
    throw new AdapterError(feed.vendor, 'upstream', `${feed.vendor} answered 503`, { status: 503 });
  };
  return {
    ...feed,
    async cellOf(request) {
      check(now());
      return feed.cellOf(request);
    },
    async read(request) {
      check(request.now);
      return feed.read(request);
    },
  };
}

/** A feed whose service has had enough questions for some hours twice a day. */
export function failingAirQuality(feed: AirQualityFeed, startedAt: number): AirQualityFeed {
  return {
    ...feed,
    async read(request) {
      if (outageAt('airQuality', startedAt, request.now) !== null) {
        throw new AdapterError(feed.vendor, 'upstream', `${feed.vendor} answered 429`, {
          status: 429,
          retryAfterMs: 5 * MINUTE_MS,
        });
      }
      return feed.read(request);
    },
  };
}

/**
 * Whether the organisation's own stations are silent: their mains fail for more than an hour every two hours.
 * What they measured meanwhile is lost.
 */
export function isSilentStation(startedAt: number, at: number): boolean {
  return outageAt('ownStations', startedAt, at) !== null;
}
