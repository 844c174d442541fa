import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import type { WidgetFields } from './widget-fields.ts';

/** The failures of spec 3 section 8. */
export const failures = {
  update: 'Unable to update widget.',
  create: 'Unable to create widget.',
  delete: 'Unable to delete widget.',
} as const;

const labels = [
  ...['Name', 'OrgLocId', 'PrimaryCondition', 'WidgetConditions', 'WidgetForecasts', 'WeatherStationId'],
  ...['PolicyGroupId', 'Policies', 'LightningRadius', 'HeaderMessage', 'HeaderMessageExpiration'],
  ...['Theme', 'Type', 'Width', 'AllowedSites'],
];

/** The labels of the errors that a change of a field may mend. */
export const labelsOfFields: Partial<Record<keyof WidgetFields, readonly string[]>> = {
  orgLocId: ['OrgLocId', 'Policies', 'LightningRadius', 'PolicyGroupId', 'WeatherStationId'],
  secondaryConditions: ['WidgetConditions'],
  hourly: ['WidgetForecasts'],
  daily: ['WidgetForecasts'],
  policyGroupId: ['PolicyGroupId', 'LightningRadius', 'Policies'],
  policies: ['Policies', 'LightningRadius'],
  message: ['HeaderMessage'],
  expiry: ['HeaderMessageExpiration'],
};

/** A refused save: its sentence with the server's text, and the errors of known fields at these. */
export function refusalOf(thrown: unknown, work: keyof typeof failures): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, labels);
  return {
    header: failures[work],
    message: others.length > 0 ? others.join(' ') : reasonOf(thrown, work, Object.keys(fields).length > 0),
    fields,
  };
}

function reasonOf(thrown: unknown, work: keyof typeof failures, hasFields: boolean): string {
  if (thrown instanceof ApiFailure && thrown.code === 'conflict')
    return 'Somebody else changed this widget meanwhile. Show it as it is now, or save again to keep your changes.';
  if (thrown instanceof ApiFailure && thrown.status === 404 && work !== 'create')
    return 'This widget was deleted meanwhile.';
  return hasFields ? '' : messageOf(thrown);
}

/** 'Unable to update widget. ' and the text of the server (spec 3 section 8). */
export function failureText(thrown: unknown, work: keyof typeof failures): string {
  const { header, message, fields } = refusalOf(thrown, work);
  return [header, message, ...Object.values(fields).flat()].filter(Boolean).join(' ');
}
