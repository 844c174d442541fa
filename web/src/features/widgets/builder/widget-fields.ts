import type { Widget, WidgetChoice, WidgetForm } from '@allclear/contract';
import {
  checkWidget,
  embeddingOrigin,
  type FieldErrors,
  noCondition,
  noForecastCode,
  type WidgetDraft,
} from '@allclear/domain';
import { type Expiry, expiryInstant, expiryOf } from './expiry.ts';
import { chosenLocation, surroundingsOf } from './widget-choices.ts';

/** What the form edits. */
export interface WidgetFields {
  readonly name: string;
  /** Null until one is chosen, and when it is gone. */
  readonly orgLocId: string | null;
  readonly primaryCondition: number;
  readonly secondaryConditions: readonly number[];
  /** Code of the forecast; −1 is none. */
  readonly hourly: number;
  readonly daily: number;
  /** Old policy model; null is none. */
  readonly policyGroupId: string | null;
  readonly policies: readonly string[];
  readonly message: string;
  /** Null does not expire. */
  readonly expiry: Expiry | null;
  readonly theme: number;
  readonly type: number;
  /** CSS px; '' while it is typed. */
  readonly width: number | '';
  readonly allowedSites: readonly string[];
}

/** The builder's defaults (spec 3 section 3). */
export const newWidget: WidgetFields = {
  name: '',
  orgLocId: null,
  primaryCondition: 0,
  secondaryConditions: [],
  hourly: noForecastCode,
  daily: noForecastCode,
  policyGroupId: null,
  policies: [],
  message: '',
  expiry: null,
  theme: 0,
  type: 0,
  width: 800,
  allowedSites: [],
};

/** A saved widget for the form, without what is gone since; the widget itself says what that is. */
export function fieldsOf(widget: Widget, choice: WidgetChoice): WidgetFields {
  const location = chosenLocation(choice, widget.orgLocId);
  const forecast = (type: number) =>
    widget.widgetForecasts.find(({ forecastType }) => forecastType === type)?.conditionType ?? noForecastCode;
  return {
    ...newWidget,
    name: widget.name,
    orgLocId: location?.id ?? null,
    primaryCondition: widget.primaryCondition,
    secondaryConditions: widget.widgetConditions.filter((code) => code !== noCondition),
    hourly: forecast(0),
    daily: forecast(1),
    policyGroupId: choice.groups.find(({ id }) => id === String(widget.policyGroupId))?.id ?? null,
    policies: widget.policies.filter((id) => choice.policies.some((policy) => policy.id === id)),
    message: widget.headerMessage,
    expiry: expiryOf(widget.headerMessageExpiration, location?.timeZone ?? 'UTC'),
    theme: widget.theme,
    type: widget.type,
    width: widget.width,
    allowedSites: widget.allowedSites,
  };
}

/** The body of a call. An expiry that is not chosen yet is left out. */
export function formOf(fields: WidgetFields, choice: WidgetChoice): WidgetForm {
  const location = chosenLocation(choice, fields.orgLocId);
  const forecasts = [
    { forecastType: 0 as const, conditionType: fields.hourly },
    { forecastType: 1 as const, conditionType: fields.daily },
  ];
  return {
    name: fields.name.trim(),
    orgLocId: fields.orgLocId,
    theme: fields.theme,
    type: fields.type,
    primaryCondition: fields.primaryCondition,
    widgetConditions: [...fields.secondaryConditions],
    widgetForecasts: forecasts.filter(({ conditionType }) => conditionType !== noForecastCode),
    weatherStationId: location?.weatherStationId ?? null,
    policyGroupId: location?.usesNewPolicy === false ? (fields.policyGroupId ?? -1) : -1,
    policies: [...fields.policies],
    headerMessage: fields.message.trim(),
    headerMessageExpiration:
      fields.expiry === null ? null : expiryInstant(fields.expiry, location?.timeZone ?? 'UTC'),
    width: fields.width === '' ? newWidth : fields.width,
    allowedSites: fields.allowedSites.map(embeddingOrigin),
  };
}

const newWidth = 800;

/** What the server would refuse, by its own rules (spec 3 section 5). */
export function problemsOf(
  fields: WidgetFields,
  choice: WidgetChoice,
  { nowMs, saved }: { nowMs: number; saved: Widget | null },
): FieldErrors {
  const savedExpiry = saved?.headerMessageExpiration ?? null;
  return checkWidget(draftOf(fields, choice), surroundingsOf(fields.orgLocId, choice), {
    now: nowMs,
    storedExpiresAt: savedExpiry === null ? null : Date.parse(savedExpiry),
  });
}

function draftOf(fields: WidgetFields, choice: WidgetChoice): WidgetDraft {
  const form = formOf(fields, choice);
  return {
    name: form.name,
    organizationLocationId: form.orgLocId,
    weatherStationId: form.weatherStationId,
    policyGroupId: typeof form.policyGroupId === 'string' ? form.policyGroupId : null,
    policyIds: form.policies,
    theme: form.theme,
    type: form.type,
    primaryCondition: form.primaryCondition,
    conditions: form.widgetConditions,
    forecasts: form.widgetForecasts,
    message: form.headerMessage,
    messageExpiresAt: fields.expiry === null ? null : Date.parse(form.headerMessageExpiration ?? ''),
    width: form.width,
    allowedSites: form.allowedSites,
  };
}

/**
 * The body that saves: what somebody else changed since the form began stays, except where the same field was changed
 * here.
 */
export function mergedForm(
  before: WidgetFields,
  fields: WidgetFields,
  current: WidgetFields,
  choice: WidgetChoice,
): WidgetForm {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof WidgetFields]),
  );
  return formOf({ ...current, ...Object.fromEntries(changed) }, choice);
}
