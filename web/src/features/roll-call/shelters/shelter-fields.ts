import type { RollCallGroup, Shelter } from '@allclear/contract';
import { checkGroup, checkShelter, type FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
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
export function shelterOf({
  name,
  capacity,
  minutesToReach,
  directions,
  position,
}: ShelterDraft): ShelterFields {
  return {
    name: name.trim(),
    capacity: capacity.trim() === '' ? null : numberOf(capacity),
    minutesToReach: numberOf(minutesToReach),
    directions: directions.trim(),
    position: position.trim() === '' ? 0 : numberOf(position),
  };
}

/** What is wrong, by the rules of the server. */
export function shelterProblems(draft: ShelterDraft): FieldErrors {
  const checked = checkShelter(shelterOf(draft));
  return checked.kind === 'wrong' ? checked.errors : {};
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
  expected: numberOf(expected),
});

export function groupProblems(draft: GroupDraft): FieldErrors {
  const checked = checkGroup(groupOf(draft));
  return checked.kind === 'wrong' ? checked.errors : {};
}

/** What was typed; NaN for nothing, which no rule takes for a 0. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Why something was not saved, at its fields where the server names them. */
export function refusalOf(thrown: unknown, header: string, labels: readonly string[]): Refusal {
  const { fields } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels);
  const isExplained = Object.keys(fields).length > 0;
  return { header, message: isExplained ? '' : messageOf(thrown), fields };
}
