import { HOUR_MS, MINUTE_MS } from '@allclear/domain';
import { AdapterError } from '../adapter-error.ts';
import type { AirQualityFeed } from '../feeds/air-quality/port.ts';
import type { AlertFeed } from '../feeds/alerts/port.ts';
import type { ForecastFeed } from '../feeds/forecasts/port.ts';
import type { LightningFeed } from '../feeds/lightning/port.ts';
import type { ObservationFeed } from '../feeds/observations/port.ts';
import { isLightningAway } from './world/demonstration-events.ts';
import type { SimulationOptions } from './world/world.ts';

const CYCLE_MS = 2 * HOUR_MS;
/** An outage of a feed that is read once an hour shows only after hours: its cycle is longer. */
const LONG_CYCLE_MS = 12 * HOUR_MS;

/**
 * Outages within each cycle. Stations become late only after an hour and a half, so their outage is longer,
 * and alerts fail meanwhile. The forecast fails until it is shown as stale, air quality until it is unknown.
 */
const turns = {
  lightning: { from: 3 * MINUTE_MS, to: 9 * MINUTE_MS },
  observations: { from: 12 * MINUTE_MS, to: 110 * MINUTE_MS },
  alerts: { from: 20 * MINUTE_MS, to: 32 * MINUTE_MS },
  // Long enough for the image of its camera to become stale as well.
  ownStations: { from: 36 * MINUTE_MS, to: 108 * MINUTE_MS },
  forecast: { from: 36 * MINUTE_MS, to: 5 * HOUR_MS, every: LONG_CYCLE_MS },
  airQuality: { from: 5 * HOUR_MS, to: 11.75 * HOUR_MS, every: LONG_CYCLE_MS },
} as const satisfies Record<string, { readonly from: number; readonly to: number; readonly every?: number }>;

/** The number of the cycle whose outage contains an instant (epoch ms), null outside of all. */
export function outageAt(kind: keyof typeof turns, startedAt: number, at: number): number | null {
  if (at < startedAt) return null;
  const { from, to, every = CYCLE_MS }: { from: number; to: number; every?: number } = turns[kind];
  const cycle = Math.floor((at - startedAt) / every);
  const into = at - startedAt - cycle * every;
  return into >= from && into < to ? cycle : null;
}

/**
 * A feed that does not answer for six minutes every two hours. Its observations of that time arrive when it
 * is back; every other time they are lost, as in an outage of the satellite itself.
 */
export function failingLightning(feed: LightningFeed, startedAt: number): LightningFeed {
  const isLost = (at: number) => (outageAt('lightning', startedAt, at) ?? 0) % 2 === 1;
  return {
    ...feed,
    async *poll(request) {
      if (outageAt('lightning', startedAt, request.now) !== null) throw noAnswer(feed);
      for await (const batch of feed.poll(request)) if (!isLost(batch.from) && !isLost(batch.to)) yield batch;
    },
  };
}

/** A feed that is away during the outages of demonstration events; what it would have observed then is lost. */
export function awayLightning(
  feed: LightningFeed,
  options: Pick<SimulationOptions, 'events'>,
): LightningFeed {
  return {
    ...feed,
    async *poll(request) {
      const isAway = (at: number) => isLightningAway(options.events, at);
      if (isAway(request.now)) throw noAnswer(feed);
      for await (const batch of feed.poll(request)) if (!isAway(batch.from) && !isAway(batch.to)) yield batch;
    },
  };
}

function noAnswer({ vendor }: { readonly vendor: string }): AdapterError {
  return new AdapterError(vendor, 'timeout', `${vendor} did not answer within 15 s`);
}

/** A response of the feed's service with this status. */
function refusal(
  { vendor }: { readonly vendor: string },
  response: { readonly status: number; readonly retryAfterMs?: number },
): AdapterError {
  return new AdapterError(vendor, 'upstream', `${vendor} answered ${response.status}`, response);
}

/** A feed whose service is overloaded for a while every two hours, and answers with Retry-After. */
export function failingObservations(feed: ObservationFeed, startedAt: number): ObservationFeed {
  return {
    ...feed,
    async poll(request) {
      if (outageAt('observations', startedAt, request.now) !== null)
        throw refusal(feed, { status: 503, retryAfterMs: MINUTE_MS });
      return feed.poll(request);
    },
  };
}

/** A feed that returns something else for twelve minutes every two hours. */
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

/** A feed whose service fails with 503 for some hours twice a day, for cells as well as for forecasts. */
export function failingForecast(feed: ForecastFeed, startedAt: number, now: () => number): ForecastFeed {
  const check = (at: number) => {
    if (outageAt('forecast', startedAt, at) === null) return;
    throw refusal(feed, { status: 503 });
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

/** A feed whose service rejects requests over its quota for some hours twice a day. */
export function failingAirQuality(feed: AirQualityFeed, startedAt: number): AirQualityFeed {
  return {
    ...feed,
    async read(request) {
      if (outageAt('airQuality', startedAt, request.now) !== null)
        throw refusal(feed, { status: 429, retryAfterMs: 5 * MINUTE_MS });
      return feed.read(request);
    },
  };
}

/**
 * Whether the organization's own stations are silent: their power fails for more than an hour every two
 * hours. Their measurements of that time are lost.
 */
export function isSilentStation(startedAt: number, at: number): boolean {
  return outageAt('ownStations', startedAt, at) !== null;
}
