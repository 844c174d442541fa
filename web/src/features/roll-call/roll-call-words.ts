import type { CountedGroup, LiveCount, RollCall } from '@allclear/contract';

/** '1 person', '24 people' */
export const peopleText = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;
const groupsText = (count: number) => `${count} ${count === 1 ? 'group' : 'groups'}`;

/** The large line of a roll-call. Its tone is a color; none of its words calms. */
export interface Headline {
  readonly tone: 'missing' | 'not-counted' | 'wrong' | 'counted';
  readonly text: string;
  /** What else has to be known beside it. */
  readonly notes: readonly string[];
}

/**
 * Who is missing, in one line: people who are missing first, then groups that nobody has counted, then numbers that cannot
 * be right. Everybody is counted only without any of these.
 */
export function headlineOf(live: LiveCount): Headline {
  const { expected, present, missing, notCounted, groups, ungrouped } = live;
  const over = groups.reduce((sum, group) => sum + group.over, 0);
  const notCountedNote =
    notCounted.groups === 0
      ? []
      : [`Not counted: ${groupsText(notCounted.groups)}, ${peopleText(notCounted.expected)} expected`];
  const overNote = over === 0 ? [] : [`${over} more than expected: a count or an expected number is wrong`];
  const notes = [
    ...(ungrouped.present === 0
      ? []
      : [`${peopleText(ungrouped.present)} without a group, not in the numbers`]),
    ...(live.joinedLater === 0
      ? []
      : [`${live.joinedLater} ${live.joinedLater === 1 ? 'entry' : 'entries'} joined later`]),
  ];
  const counted = `${present} of ${expected} counted`;
  if (groups.length === 0)
    return {
      tone: 'not-counted',
      text: 'This roll-call has no groups',
      notes: ['It cannot say who is missing', ...notes],
    };
  if (missing > 0)
    return {
      tone: 'missing',
      text: `Missing ${missing} of ${expected}`,
      notes: [counted, ...notCountedNote, ...overNote, ...notes],
    };
  if (notCounted.groups > 0)
    return {
      tone: 'not-counted',
      text: `${groupsText(notCounted.groups)} not counted`,
      notes: [`${peopleText(notCounted.expected)} expected there`, counted, ...overNote, ...notes],
    };
  if (over > 0)
    return { tone: 'wrong', text: `${present} of ${expected} counted`, notes: [...overNote, ...notes] };
  return { tone: 'counted', text: 'Everybody expected is counted', notes: [counted, ...notes] };
}

/** The state of a group: 'Missing 3', 'Not counted'. */
export function groupText({ state, missing, over, expected }: CountedGroup): string {
  switch (state) {
    case 'not-counted':
      return 'Not counted';
    case 'missing':
      return `Missing ${missing ?? expected}`;
    case 'as-expected':
      return 'All expected counted';
    case 'more-than-expected':
      return `${over} more than expected`;
  }
}

/** What is counted of a group at a shelter, and what is only information. */
export function sourceText({ source, checkedIn }: CountedGroup['byShelter'][number]): string {
  switch (source) {
    case 'count':
      return checkedIn === 0 ? 'by a warden' : `by a warden; ${checkedIn} checked in themselves, not added`;
    case 'names':
      return checkedIn === 0 ? 'by name' : `by name; ${checkedIn} checked in themselves, not added`;
    case 'check-ins':
      return 'checked in themselves';
  }
}

/** How many people are at a shelter, against how many it holds. `present` is null for those who do not see counts. */
export function shelterText(
  { capacity }: Pick<RollCall['shelters'][number], 'capacity'>,
  counted: { readonly present: number; readonly over: number } | null,
): string {
  const holds = capacity === null ? 'capacity not known' : `holds ${capacity}`;
  if (counted === null) return holds;
  if (counted.over > 0) return `${counted.present} here, ${counted.over} more than it holds (${capacity})`;
  return `${counted.present} here, ${holds}`;
}

/** Whether it is a drill, and whether it goes on: for the top of every page of it. */
export function standingText({ isDrill, isOpen }: Pick<RollCall, 'isDrill' | 'isOpen'>): string {
  if (isOpen) return isDrill ? 'Drill: a roll-call for practice is open' : 'Roll-call is open';
  return isDrill ? 'Drill: the roll-call for practice has ended' : 'This roll-call has ended';
}

/** One line about a roll-call for the page of its place. */
export function lineText(rollCall: Pick<RollCall, 'isDrill' | 'live' | 'own'>): string {
  const name = rollCall.isDrill ? 'Drill, roll-call' : 'Roll-call';
  if (rollCall.live) return `${name}: ${headlineOf(rollCall.live).text}`;
  return rollCall.own === null
    ? `${name} is open: say where you are`
    : `${name} is open. You checked in ${peopleText(rollCall.own.people)}.`;
}

/** Codes are printed in two parts: 'K7QM-4XPA'. */
export const codeText = (code: string) => code.replace(/^(.{4})(.{4})$/, '$1-$2');
