import { forecastRecipientsOf, proactiveForecastText, threatTypes, type WeatherKind } from '@allclear/domain';
import { readAddressees, writeNotice } from '../notifications/index.ts';
import { timeZoneOf } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { listPolicyPlaces } from '../policies/index.ts';
import type { StoredForecast } from './store.ts';

/** The time zone of a notice for an organization without places. */
const fallbackTimeZone = 'UTC';

/**
 * Writes the notice of a message of a proactive forecast, in the transaction that stores the message: for the
 * people who have one of its places, once.
 */
export async function writeForecastNotice(
  transaction: Database,
  actor: Actor,
  of: {
    readonly organizationId: string;
    readonly forecast: StoredForecast;
    readonly messageId: string;
    /** The message without markup. */
    readonly text: string;
    readonly weather: WeatherKind;
  },
  now: number,
): Promise<void> {
  const { organizationId, forecast, messageId, weather } = of;
  const message = forecast.messages.find(({ id }) => id === messageId);
  if (!message) return;
  const all = await listPolicyPlaces(transaction, organizationId);
  const { forAllLocations } = forecast;
  const places = forAllLocations
    ? all
    : all.filter(({ id }) => forecast.organizationLocationIds.includes(id));
  const { people, groups } = await readAddressees(transaction, organizationId);
  const recipients = forecastRecipientsOf({
    notice: 'proactive-forecast',
    people,
    groups,
    places: forAllLocations ? null : places,
    now,
  });
  if (recipients.length === 0) return;
  const [first] = places;
  const timeZone = first ? timeZoneOf(first) : fallbackTimeZone;
  const placeNames = forAllLocations ? null : places.map(({ name }) => name);
  await writeNotice(transaction, actor, {
    organizationId,
    warningId: null,
    warningRevision: null,
    kind: 'proactive-forecast',
    eventType: threatTypes.PROACTIVE_FORECAST,
    sourceKey: `proactive-forecast/${messageId}`,
    correlationId: forecast.id,
    organizationLocationId: placeNames?.length === 1 ? (first?.id ?? null) : null,
    ...proactiveForecastText({
      typeName: forecast.typeName,
      headline: message.headline,
      message: of.text,
      placeNames,
      expiresAt: forecast.expiresAt,
      timeZone,
      weather,
    }),
    timeZone,
    facts: { forecastId: forecast.id, weather },
    at: now,
    recipients,
  });
}
