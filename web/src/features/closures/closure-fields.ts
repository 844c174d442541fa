import type { Closure } from '@allclear/contract';
import { checkClosure, type FieldErrors, localInstants, offsetMinutes } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';

/** How long a place stays closed: hours from now, until a time, or until somebody opens it. */
export type Lasts = '1' | '2' | '4' | 'until' | 'opened';

/** `until` is a date and time by the clock of the place, in the format of its field: 'YYYY-MM-DDTHH:mm'. */
export interface ClosureFields {
  readonly reason: string;
  readonly lasts: Lasts;
  readonly until: string;
}

export const lastsChoices: readonly { value: Lasts; label: string }[] = [
  { value: '1', label: '1 hour' },
  { value: '2', label: '2 hours' },
  { value: '4', label: '4 hours' },
  { value: 'until', label: 'Until a time' },
  { value: 'opened', label: 'Until somebody opens it' },
];

const [hourMs, minuteMs] = [3_600_000, 60_000];

/** The fields of a closure, or of a new one. */
export function fieldsOf(closure: Closure | null, nowMs: number, timeZone: string): ClosureFields {
  const untilMs = closure?.untilUtc ? Date.parse(closure.untilUtc) : nowMs + hourMs;
  return {
    reason: closure?.reason ?? '',
    lasts: closure === null ? '1' : closure.untilUtc === null ? 'opened' : 'until',
    until: localInput(untilMs, timeZone),
  };
}

/** An instant in the format of a date and time field, by the clock of a place. */
function localInput(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMinutes(atMs, timeZone) * minuteMs).toISOString().slice(0, 16);
}

/**
 * When a closure ends, epoch ms; null for one that somebody ends, NaN without a date. Of an hour that occurs twice it is
 * the later one.
 */
export function untilMsOf({ lasts, until }: ClosureFields, nowMs: number, timeZone: string): number | null {
  if (lasts === 'opened') return null;
  if (lasts !== 'until') return nowMs + Number(lasts) * hourMs;
  const [date = '', time = ''] = until.split('T');
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  const ofDay = hours * 60 + minutes;
  if (Number.isNaN(dayMs) || Number.isNaN(ofDay)) return Number.NaN;
  return localInstants(dayMs, ofDay, timeZone).last;
}

/** Certain errors, by the labels of the API. */
export function problemsOf(fields: ClosureFields, nowMs: number, timeZone: string): FieldErrors {
  const until = untilMsOf(fields, nowMs, timeZone);
  const errors = checkClosure({ reason: fields.reason, until: Number.isNaN(until) ? null : until }, nowMs);
  return Number.isNaN(until) ? { ...errors, Until: ['Enter a date and a time'] } : errors;
}

/** The body of the request. */
export function bodyOf(fields: ClosureFields, nowMs: number, timeZone: string) {
  const until = untilMsOf(fields, nowMs, timeZone);
  return { reason: fields.reason.trim(), untilUtc: until === null ? null : new Date(until).toISOString() };
}

/**
 * What is sent for a closure that somebody else changed meanwhile: only what the person changed, the rest as it is
 * now.
 */
export function changedBody(
  fields: ClosureFields,
  { edited, current }: { readonly edited: Closure; readonly current: Closure },
  nowMs: number,
  timeZone: string,
) {
  const before = fieldsOf(edited, nowMs, timeZone);
  const body = bodyOf(fields, nowMs, timeZone);
  const isSameEnd =
    fields.lasts === before.lasts && (fields.lasts === 'opened' || fields.until === before.until);
  return {
    reason: fields.reason === before.reason ? current.reason : body.reason,
    untilUtc: isSameEnd ? current.untilUtc : body.untilUtc,
    revision: current.revision,
  };
}

/** A refused form: sentences at its fields, and those without a field. */
export function refusalOf(thrown: unknown, header: string): Refusal {
  if (!(thrown instanceof ApiFailure)) return { header, message: messageOf(thrown), fields: {} };
  const { fields, others } = sortErrors(thrown.errors, ['Reason', 'Until', 'UntilUtc']);
  const { UntilUtc = [], Until = [], ...rest } = fields;
  const end = [...Until, ...UntilUtc];
  const all: FieldErrors = end.length > 0 ? { ...rest, Until: end } : rest;
  const isExplained = others.length > 0 || Object.keys(all).length > 0;
  return { header, message: isExplained ? others.join(' ') : thrown.message, fields: all };
}
