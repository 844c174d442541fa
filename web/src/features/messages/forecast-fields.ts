import type { ProactiveForecast } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import { htmlOf } from './message-markup.ts';

/** The duration of a forecast: hours from now, an instant of the reader's choice, or its current expiry. */
export type Lasts = 'unchanged' | '6' | '12' | '24' | '48' | 'until';

/**
 * The fields of the form. `until` is a date and time in the reader's zone in the format of its field,
 * 'YYYY-MM-DDTHH:mm'.
 */
export interface ForecastFields {
  typeName: string;
  color: string;
  headline: string;
  message: string;
  lasts: Lasts;
  until: string;
  organizationLocationIds: string[];
}

/** The available colors of a forecast. */
export const colors: readonly { value: string; label: string }[] = [
  { value: '#0B74B8', label: 'Blue' },
  { value: '#147D4A', label: 'Green' },
  { value: '#F5C400', label: 'Yellow' },
  { value: '#E8710A', label: 'Orange' },
  { value: '#C6281C', label: 'Red' },
  { value: '#6D4BC4', label: 'Violet' },
];

const hourMs = 3_600_000;
const dayHours = 24;

/** An empty form, or one for a further message of a forecast, which keeps its type and places. */
export function fieldsOf(forecast: ProactiveForecast | null, nowMs: number): ForecastFields {
  return {
    typeName: forecast?.forecastType.name ?? 'Proactive Forecast',
    color: forecast?.forecastType.color ?? '#0B74B8',
    headline: '',
    message: '',
    lasts: forecast ? 'unchanged' : '24',
    until: localInput(forecast ? Date.parse(forecast.expiresAt) : nowMs + dayHours * hourMs),
    organizationLocationIds: [...(forecast?.organizationLocationIds ?? [])],
  };
}

/** An instant in the format of a date and time field, in the reader's zone. */
export function localInput(atMs: number): string {
  const at = new Date(atMs);
  const two = (number: number) => String(number).padStart(2, '0');
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** When the forecast would expire, in ms since 1970; null without a date. */
export function expiresAtMs(
  { lasts, until }: ForecastFields,
  forecast: ProactiveForecast | null,
  nowMs: number,
): number | null {
  if (lasts === 'unchanged') return forecast ? Date.parse(forecast.expiresAt) : null;
  if (lasts !== 'until') return nowMs + Number(lasts) * hourMs;
  // A text without a zone is parsed in the reader's.
  const atMs = Date.parse(until);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Certain errors, by the labels of the API. */
export function problemsOf(
  fields: ForecastFields,
  forecast: ProactiveForecast | null,
  nowMs: number,
): FieldErrors {
  const errors: FieldErrors = {};
  if (!forecast && fields.typeName.trim() === '') errors.ForecastTypeName = ['Forecast type is required'];
  if (fields.headline.trim() === '') errors.Headline = ['Headline is required'];
  if (fields.message.trim() === '') errors.Message = ['Message is required'];
  const atMs = expiresAtMs(fields, forecast, nowMs);
  if (atMs === null) errors.ExpiresAt = ['Enter a date and a time'];
  else if (atMs <= nowMs) errors.ExpiresAt = ['The forecast must expire in the future'];
  return errors;
}

/** The request body; a further message has its forecast's id. */
export function bodyOf(fields: ForecastFields, forecast: ProactiveForecast | null, nowMs: number) {
  const message = {
    headline: fields.headline.trim(),
    message: htmlOf(fields.message),
    expiresAt: new Date(expiresAtMs(fields, forecast, nowMs) ?? Number.NaN).toISOString(),
  };
  if (forecast) return { id: forecast.id, revision: forecast.revision, ...message };
  const { color, organizationLocationIds } = fields;
  return { forecastTypeName: fields.typeName.trim(), color, organizationLocationIds, ...message };
}

const labels = ['ForecastTypeName', 'Color', 'Headline', 'Message', 'ExpiresAt', 'OrganizationLocationIds'];

/** A refused form: sentences by field, and those without a field. */
export function refusalOf(thrown: unknown): { message: string; fields: FieldErrors } {
  if (!(thrown instanceof ApiFailure)) return { message: messageOf(thrown), fields: {} };
  const { fields, others } = sortErrors(thrown.errors, labels);
  const isExplained = others.length > 0 || Object.keys(fields).length > 0;
  return { message: isExplained ? others.join(' ') : thrown.message, fields };
}
