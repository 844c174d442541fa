import type { Group } from '@allclear/contract';
import {
  type AlertTime,
  checkAlertTimes,
  checkGroupName,
  defaultAlertTimes,
  defaultTimeZone,
  type FieldErrors,
} from '@allclear/domain';
import { ApiFailure } from '../../../api/failure.ts';
import { timeChoices } from '../../../forms/alert-times/alert-times.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

/** The fields of a group's form. */
export interface GroupFields {
  name: string;
  timeZone: string;
  /** Seven days from Sunday. */
  alertTimes: AlertTime[];
  /** Organization locations. */
  locations: string[];
}

/** Alert times of a group have steps of half an hour (spec 2 section 5). */
const stepMinutes = 30;
export const choices = timeChoices(stepMinutes);

/** A new group with the default alert times, or the edited one. */
export function fieldsOf(edited: Group | null, timeZone: string = defaultTimeZone): GroupFields {
  if (!edited) return { name: '', timeZone, alertTimes: defaultAlertTimes(), locations: [] };
  return {
    name: edited.name,
    timeZone: edited.timeZone,
    alertTimes: wholeWeek(edited.alertTimes),
    locations: edited.organizationLocations.toSorted(),
  };
}

/** Seven days; one that the group does not have is off. */
function wholeWeek(times: readonly AlertTime[]): AlertTime[] {
  return defaultAlertTimes().map((standard) => {
    const found = times.find(({ day }) => day === standard.day);
    if (!found) return { ...standard, enabled: false };
    const { day, startTime, endTime, allDay, enabled } = found;
    return { day, startTime, endTime: endTime === '24:00:00' ? '00:00:00' : endTime, allDay, enabled };
  });
}

/** What is sent. The lists of people are left out: they belong to the users. */
export function bodyOf({ name, timeZone, alertTimes, locations }: GroupFields) {
  return { name: name.trim(), timeZone, alertTimes, organizationLocations: locations };
}

/** The parts that differ from the stored group. */
export function changesOf(edited: Group, fields: GroupFields): Partial<ReturnType<typeof bodyOf>> {
  const before: Record<string, unknown> = bodyOf(fieldsOf(edited));
  return Object.fromEntries(
    Object.entries(bodyOf(fields)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  );
}

/** The same rules as the server's. */
export function problemsOf(fields: GroupFields): FieldErrors {
  return { ...checkGroupName(fields.name.trim()), ...checkAlertTimes(fields.alertTimes, { stepMinutes }) };
}

/** The sentences of a day among errors such as 'AlertTimes[3].StartTime'. */
export function daySentence(errors: Readonly<Record<string, readonly string[]>>, day: number): string | null {
  const found = Object.entries(errors).filter(([label]) => label.startsWith(`AlertTimes[${day}]`));
  return found.length === 0 ? null : found.flatMap(([, sentences]) => sentences).join(' ');
}

/** What keeps a group from being deleted, in a sentence; null when nothing does. */
export function deletionBar({ users, notificationUsers, organizationLocations }: Group): string | null {
  const people = users.length + notificationUsers.length;
  const places = organizationLocations.length;
  const parts = [
    people > 0 ? `${countOf(people, 'user')}` : null,
    places > 0 ? `${countOf(places, 'location')}` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return `Remove ${people > 0 ? 'all users' : 'all locations'}${people > 0 && places > 0 ? ' and locations' : ''} first: this group has ${parts.join(' and ')}.`;
}

/** '1 user', '3 users'. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const labels = ['Name', 'TimeZone', 'OrganizationLocations'];
const headers = {
  add: 'Error creating user group',
  update: 'Error updating user group',
  delete: 'Error deleting user group',
} as const;

/** A refused call: errors of fields at their fields, those of alert times at their days. */
export function refusalOf(thrown: unknown, work: keyof typeof headers): Refusal {
  const header = headers[work];
  if (!(thrown instanceof ApiFailure)) return { header, message: '', fields: {} };
  const isOfDay = ([label]: [string, unknown]) => /^AlertTimes\[\d\]/i.test(label);
  const entries = Object.entries(thrown.errors);
  const { fields, others } = sortErrors(Object.fromEntries(entries.filter((one) => !isOfDay(one))), labels);
  const all: FieldErrors = { ...fields };
  for (const [label, sentences] of entries.filter(isOfDay)) all[label] = [...sentences];
  if (thrown.code === 'conflict') return { header, message: thrown.message, fields: all };
  const isAtFields = Object.keys(all).length > 0;
  return { header, message: others.join(' ') || (isAtFields ? '' : thrown.message), fields: all };
}
