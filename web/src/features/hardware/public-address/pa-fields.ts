import type { PaUnit } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { maxMessageLength } from './message-length.ts';

/** Plays of one message, at most. */
const maxRepeats = 5;

export interface PaFields {
  /** Ids of the chosen units. */
  readonly units: readonly string[];
  readonly message: string;
  /** 0: the fewest that the chosen units allow. */
  readonly repeatCount: number;
  readonly storedMessageId: string | null;
}

/** From the largest default of the chosen units to five. */
export function repeatOptions(units: readonly Pick<PaUnit, 'defaultPlayCount'>[]): number[] {
  const first = Math.min(maxRepeats, Math.max(1, ...units.map(({ defaultPlayCount }) => defaultPlayCount)));
  return Array.from({ length: maxRepeats - first + 1 }, (_, index) => first + index);
}

export function paProblems({ units, message }: PaFields): FieldErrors {
  const text = message.trim();
  return {
    ...(units.length === 0 ? { PAList: ['Choose at least one unit'] } : {}),
    ...(text === '' ? { Message: ['Enter a message'] } : {}),
    ...(text.length > maxMessageLength ? { Message: [`At most ${maxMessageLength} characters`] } : {}),
  };
}

export function paRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, ['Message', 'PAList', 'Hardware', 'RepeatCount']);
  return {
    header: 'Failed To Send Message',
    message: others.join(' ') || (Object.keys(fields).length > 0 ? '' : messageOf(thrown)),
    fields,
  };
}
