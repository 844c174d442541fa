import {
  addForecast,
  type BodyOf,
  expireForecast,
  listLocationForecasts,
  listForecasts as listRoute,
} from '@allclear/contract';
import type { WeatherKind } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { visibleLocation } from '../locations/index.ts';
import { findOrganizationLocation } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { writeForecastNotice } from './forecast-notice.ts';
import { presentForecast } from './present-proactive-forecast.ts';
import { plainText, sanitiseHtml } from './sanitise-html.ts';
import {
  type Announce,
  addForecastMessage,
  endForecast,
  insertForecast,
  listForecasts,
  type NewForecastMessage,
} from './store.ts';

const typeNameMaxLength = 100;
const headlineMaxLength = 200;
const messageMaxLength = 20_000;
const longestMs = 366 * 24 * 3_600_000;

export function proactiveForecastRoutes(
  app: FastifyInstance,
  { db, clock, weather }: { db: Database; clock: Clock; weather: WeatherKind },
): void {
  serve(app, listLocationForecasts, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = await findOrganizationLocation(db, keyOf(principal, params.locationId));
    const organizationLocationId =
      place?.id ?? (await visibleLocation(db, principal, params.locationId)).organizationLocationId;
    const at = { now: clock.now(), organizationLocationId };
    return (await listForecasts(db, principal.organizationId, at)).map(presentForecast);
  });

  serve(app, listRoute, async ({ principal }) =>
    (await listForecasts(db, principal.organizationId)).map(presentForecast),
  );

  serve(app, addForecast, async ({ principal, body }) => {
    const now = clock.now();
    const { organizationId } = principal;
    const actor = actorOf(principal);
    const isNew = body.id === null || body.id === undefined || body.id === '';
    const { message, expiresAt } = readForm(body, now);
    for (const id of isNew ? new Set(body.organizationLocationIds) : []) {
      if (!(await findOrganizationLocation(db, { organizationId, id })))
        throw notFound('The organization location');
    }
    // The forecast and its notice are stored together: neither without the other, and the notice once.
    const announce: Announce = (transaction, forecast, messageId) => {
      const notice = { organizationId, forecast, messageId, text: plainText(message.html), weather };
      return writeForecastNotice(transaction, actor, notice, now);
    };
    const input = {
      typeName: body.forecastTypeName.trim(),
      color: body.color.toUpperCase(),
      createdBy: principal.userId,
      organizationLocationIds: [...new Set(body.organizationLocationIds.map((one) => one.toLowerCase()))],
      expiresAt,
      message,
    };
    const key = { organizationId, id: body.id ?? '', revision: body.revision };
    const forecast = isNew
      ? await insertForecast(db, actor, organizationId, input, { now, announce })
      : await addForecastMessage(db, actor, key, { message, expiresAt }, { now, announce });
    if (!forecast) throw notFound('The forecast');
    return presentForecast(forecast);
  });

  serve(app, expireForecast, async ({ principal, params }) => {
    if (!(await endForecast(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The forecast');
    return { id: params.id, message: 'Forecast ended' };
  });
}

/** Checks everything that was written before anything is stored; throws sentences by field label. */
function readForm(
  body: BodyOf<typeof addForecast>,
  now: number,
): { message: NewForecastMessage; expiresAt: number } {
  const errors: Record<string, string[]> = {};
  const expiresAt = Date.parse(body.expiresAt);
  if (!(expiresAt > now)) errors.ExpiresAt = ['The forecast must expire in the future'];
  else if (expiresAt - now > longestMs) errors.ExpiresAt = ['A forecast can last a year at most'];
  checkPlainText(errors, body.forecastTypeName, {
    label: 'ForecastTypeName',
    name: 'Forecast type',
    maxLength: typeNameMaxLength,
  });
  checkPlainText(errors, body.headline, {
    label: 'Headline',
    name: 'Headline',
    maxLength: headlineMaxLength,
  });
  if (!/^#[0-9a-f]{6}$/i.test(body.color)) errors.Color = ['Color must be written like #0B74B8'];
  const { html, text, isActive } = sanitiseHtml(body.message.slice(0, messageMaxLength + 1));
  if (body.message.length > messageMaxLength)
    errors.Message = [`Message can be at most ${messageMaxLength} characters`];
  else if (isActive) errors.Message = ['Message cannot contain scripts, frames, forms or event handlers'];
  else if (text === '') errors.Message = ['Message is required'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { message: { headline: body.headline.trim(), html }, expiresAt };
}

function checkPlainText(
  errors: Record<string, string[]>,
  text: string,
  { label, name, maxLength }: { label: string; name: string; maxLength: number },
): void {
  if (text.trim() === '') errors[label] = [`${name} is required`];
  else if (text.length > maxLength) errors[label] = [`${name} can be at most ${maxLength} characters`];
  // Plain text may contain angle brackets ('winds < 20 mph') but no tag.
  else if (/[\p{Cc}]|<\s*[a-z!/?]/iu.test(text))
    errors[label] = [`${name} is plain text and cannot contain tags`];
}
