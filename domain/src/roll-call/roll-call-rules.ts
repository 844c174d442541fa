import { DAY_MS, HOUR_MS } from '../core/index.ts';

/** Limits of shelters, groups and roll-calls. */

export const maxShelters = 50;
/** Groups of a place. */
export const maxGroups = 100;
/** Groups of one roll-call, those of its place among them. */
export const maxCalledGroups = 150;
/** Members by name of one roll-call. */
export const maxMembers = 500;
/** Check-ins by code of one roll-call that are stored, repeats aside. */
export const maxCheckIns = 50_000;
/** A roll-call ends by itself after so long, and entries are accepted for so long after its end, real ms. */
export const rollCallMs = 12 * HOUR_MS;
/** Names are erased so long after the start. */
export const namesKeptMs = 7 * DAY_MS;

const maxExpected = 20_000;
const maxCapacity = 100_000;
const maxMinutes = 60;
const maxPosition = 999;
const shelterNameMaxLength = 80;
const groupNameMaxLength = 60;
const memberNameMaxLength = 80;
const directionsMaxLength = 500;
/** People whom one check-in may stand for. */
const maxCheckedIn = 500;

/** Sentences by field label. */
export type RollCallErrors = Record<string, string[]>;

export interface ShelterDraft {
  readonly name: string;
  readonly capacity: number | null;
  readonly minutesToReach: number;
  readonly directions: string;
  readonly position: number;
}

type Checked<T> =
  | { readonly kind: 'right'; readonly value: T }
  | { readonly kind: 'wrong'; readonly errors: RollCallErrors };

/** A shelter as it is stored, or what is wrong with it. */
export function checkShelter(draft: ShelterDraft): Checked<ShelterDraft> {
  const name = draft.name.trim();
  const directions = oneLine(draft.directions);
  const { capacity, minutesToReach, position } = draft;
  const errors = {
    ...textErrors('Name', name, shelterNameMaxLength),
    ...(directions === '' ? {} : textErrors('Directions', directions, directionsMaxLength)),
    ...(capacity === null ? {} : rangeErrors('Capacity', capacity, 1, maxCapacity)),
    ...rangeErrors('MinutesToReach', minutesToReach, 1, maxMinutes, 'Minutes to reach'),
    ...rangeErrors('Position', position, 0, maxPosition),
  };
  return checked({ name, capacity, minutesToReach, directions, position }, errors);
}

/** A group as it is stored, or what is wrong with it. */
export function checkGroup(draft: {
  readonly name: string;
  readonly expected: number;
}): Checked<{ readonly name: string; readonly expected: number }> {
  const name = draft.name.trim();
  const { expected } = draft;
  const errors = { ...textErrors('Name', name, groupNameMaxLength), ...checkExpected(expected) };
  return checked({ name, expected }, errors);
}

/** What is wrong with the number of people that is expected, or counted under another label. */
export function checkExpected(expected: number, label = 'Expected'): RollCallErrors {
  return rangeErrors(label, expected, 0, maxExpected);
}

/** What is wrong with the number of people of a check-in. */
export function checkPeople(people: number): RollCallErrors {
  return rangeErrors('People', people, 1, maxCheckedIn);
}

/** The name of a member as it is stored, or what is wrong with it. */
export function checkMemberName(text: string): Checked<string> {
  const name = text.trim();
  return checked(name, textErrors('Name', name, memberNameMaxLength));
}

function checked<T>(value: T, errors: RollCallErrors): Checked<T> {
  return Object.keys(errors).length > 0 ? { kind: 'wrong', errors } : { kind: 'right', value };
}

/** Directions are typed in several lines, and stand in one in a message. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function textErrors(label: string, text: string, maximum: number): RollCallErrors {
  if (text === '') return { [label]: [`${label} is required`] };
  if (text.length > maximum) return { [label]: [`${label} can be at most ${maximum} characters`] };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return /[<>\u0000-\u001f]/.test(text)
    ? { [label]: [`${label} cannot contain < or > or control characters`] }
    : {};
}

function rangeErrors(
  label: string,
  value: number,
  minimum: number,
  maximum: number,
  words = label,
): RollCallErrors {
  return Number.isInteger(value) && value >= minimum && value <= maximum
    ? {}
    : { [label]: [`${words} must be a whole number from ${minimum} to ${maximum}`] };
}
