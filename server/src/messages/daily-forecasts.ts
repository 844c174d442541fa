import { randomUUID } from 'node:crypto';
import {
  dailyForecastDue,
  dailyForecastText,
  forecastRecipientsOf,
  MINUTE_MS,
  threatTypes,
  type WeatherKind,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { currentForecast, type ForecastSource } from '../forecasts/index.ts';
import { readAddressees, writeNotice } from '../notifications/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import {
  locationTimeZones,
  type WantedForecast,
  wantedForecasts,
  writtenSources,
} from './daily-forecast.store.ts';

const actor = systemActor('daily-forecast');

/** Real time between two rounds at least, ms. */
const restMs = 1_000;

export interface DailyForecastNeeds {
  readonly db: Database;
  readonly clock: Clock;
  readonly source: ForecastSource;
  readonly weather: WeatherKind;
}

/** Sends the daily forecasts that are due, every minute, until the signal aborts. */
export async function sendDailyForecasts(
  needs: DailyForecastNeeds & { readonly signal: AbortSignal; readonly log: FastifyBaseLogger },
): Promise<void> {
  const { clock, signal, log } = needs;
  while (!signal.aborted) {
    await writeDailyForecasts(needs).catch((error: unknown) =>
      log.error({ err: error }, 'the daily forecasts could not be sent; they are tried again'),
    );
    await clock.sleep(Math.max(MINUTE_MS, restMs * clock.speed), signal);
  }
}

/**
 * Writes the daily forecast of every place where it is 06:00 or later and was not written today. A place
 * whose forecast is not known is tried again in the next round. Each notice is stored once, whichever process
 * writes it: its source is the place and the local date.
 */
export async function writeDailyForecasts({ db, clock, source, weather }: DailyForecastNeeds): Promise<void> {
  const now = clock.now();
  const dueIn = new Map(
    (await locationTimeZones(db)).flatMap((timeZone) => {
      const due = dailyForecastDue(now, timeZone);
      return due ? [[timeZone, due] as const] : [];
    }),
  );
  if (dueIn.size === 0) return;
  const wanted = (await wantedForecasts(db, [...dueIn.keys()])).flatMap((one) => {
    const due = dueIn.get(one.timeZone);
    // A location that was saved later than that gets its first one tomorrow.
    return due && one.savedAt < due.since
      ? [{ ...one, sourceKey: `daily-forecast/${one.placeId}/${due.date}` }]
      : [];
  });
  for (const [organizationId, ofOrganization] of Map.groupBy(wanted, (one) => one.organizationId)) {
    const bySource = Map.groupBy(ofOrganization, ({ sourceKey }) => sourceKey);
    const written = await writtenSources(db, organizationId, [...bySource.keys()]);
    for (const [sourceKey, ofPlace] of bySource)
      if (!written.has(sourceKey)) await writeDailyForecast({ db, source, weather }, sourceKey, ofPlace, now);
  }
}

async function writeDailyForecast(
  { db, source, weather }: Omit<DailyForecastNeeds, 'clock'>,
  sourceKey: string,
  wanted: readonly WantedForecast[],
  now: number,
): Promise<void> {
  const [place] = wanted;
  if (!place) return;
  const { organizationId, organizationLocationId, timeZone, name } = place;
  const current = await currentForecast(db, source, place, now);
  if (current.kind !== 'known') return;
  const { forecast, stale } = current;
  const words = dailyForecastText({
    locationName: name,
    hours: forecast.hours,
    asOf: forecast.asOf,
    isStale: stale,
    at: now,
    timeZone,
    weather,
  });
  if (words === null) return;
  const userIds = new Set(wanted.map(({ userId }) => userId));
  await db.transaction().execute(async (transaction) => {
    const { people, groups } = await readAddressees(transaction, organizationId);
    const recipients = forecastRecipientsOf({
      notice: 'daily-forecast',
      people: people.filter(({ userId }) => userIds.has(userId)),
      groups,
      places: null,
      now,
    });
    if (recipients.length === 0) return;
    await writeNotice(transaction, actor, {
      organizationId,
      warningId: null,
      warningRevision: null,
      kind: 'daily-forecast',
      eventType: threatTypes.PROACTIVE_FORECAST,
      sourceKey,
      correlationId: randomUUID(),
      organizationLocationId,
      ...words,
      timeZone,
      facts: { location: name, weather },
      at: now,
      recipients,
    });
  });
}
