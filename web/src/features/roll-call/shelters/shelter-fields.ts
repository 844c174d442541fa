import type { RollCallGroup, Shelter } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { maxCapacity, maxGroupPeople, maxMinutesToReach } from '../limits.ts';
import type { GroupFields, ShelterFields } from './use-shelters.ts';

/** The fields of the form of a shelter; numbers as they are typed. */
export interface ShelterDraft {
  readonly name: string;
  readonly capacity: string;
  readonly minutesToReach: string;
  readonly directions: string;
  readonly position: string;
}

export function draftOfShelter(shelter: Shelter | null): ShelterDraft {
  return {
    name: shelter?.name ?? '',
    capacity: shelter?.capacity == null ? '' : String(shelter.capacity),
    minutesToReach: shelter ? String(shelter.minutesToReach) : '',
    directions: shelter?.directions ?? '',
    position: String(shelter?.position ?? 0),
  };
}

/** An empty capacity is one that is not known, which is never 0. */
export function shelterOf({ name, capacity, minutesToReach, directions, position }: ShelterDraft): ShelterFields {
  return {
    name: name.trim(),
    capacity: capacity.trim() === '' ? null : Number(capacity),
    minutesToReach: Number(minutesToReach),
    directions: directions.trim(),
    position: position.trim() === '' ? 0 : Number(position),
  };
}

export function shelterProblems(draft: ShelterDraft): FieldErrors {
  return {
    ...(draft.name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...(draft.capacity.trim() === '' ? {} : numberProblem('Capacity', draft.capacity, 1, maxCapacity)),
    ...numberProblem('MinutesToReach', draft.minutesToReach, 1, maxMinutesToReach),
    ...(draft.position.trim() === '' ? {} : numberProblem('Position', draft.position, 0, 999)),
  };
}

export interface GroupDraft {
  readonly name: string;
  readonly expected: string;
}

export const draftOfGroup = (group: RollCallGroup | null): GroupDraft => ({
  name: group?.name ?? '',
  expected: group ? String(group.expected) : '',
});

export const groupOf = ({ name, expected }: GroupDraft): GroupFields => ({
  name: name.trim(),
  expected: Number(expected),
});

export function groupProblems({ name, expected }: GroupDraft): FieldErrors {
  return {
    ...(name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...numberProblem('Expected', expected, 0, maxGroupPeople),
  };
}

function numberProblem(label: string, typed: string, least: number, largest: number): FieldErrors {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(value) && value >= least && value <= largest
    ? {}
    : { [label]: [`Enter a whole number from ${least} to ${largest.toLocaleString('en-US')}`] };
}

/** Why something was not saved, at its fields where the server names them. */
export function refusalOf(thrown: unknown, header: string, labels: readonly string[]): Refusal {
  const { fields } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels);
  const isExplained = Object.keys(fields).length > 0;
  return { header, message: isExplained ? '' : messageOf(thrown), fields };
}
