import type { MassMessage, MassMessageRecipient } from '@allclear/contract';

/** How sure a state is: colors of the text beside it. */
export type Tone = 'good' | 'bad' | 'waiting' | 'neutral';

type State = MassMessageRecipient['state'];
interface StateWords {
  readonly label: string;
  readonly tone: Tone;
}

export const stateWords: Readonly<Record<State, StateWords>> = {
  queued: { label: 'Queued', tone: 'waiting' },
  accepted: { label: 'Accepted', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  'not-sent': { label: 'Not sent', tone: 'neutral' },
};

interface ProgressPart extends StateWords {
  readonly state: State;
  readonly count: number;
}

/** How many people are in each state; states of nobody are left out. */
export function progressParts(progress: NonNullable<MassMessage['progress']>): ProgressPart[] {
  const counts: Record<State, number> = {
    queued: progress.queued,
    accepted: progress.accepted,
    delivered: progress.delivered,
    failed: progress.failed,
    'not-sent': progress.notSent,
  };
  return (Object.keys(stateWords) as State[])
    .map((state) => ({ state, count: counts[state], ...stateWords[state] }))
    .filter(({ count }) => count > 0);
}

const searchable = ({ headline, message, senderText, sentBy }: MassMessage): string =>
  `${headline} ${message} ${senderText} ${sentBy ?? ''}`.toLowerCase();

/** The messages that have every word of a search. */
export function foundMessages(messages: readonly MassMessage[], search: string): readonly MassMessage[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? messages
    : messages.filter((message) => words.every((word) => searchable(message).includes(word)));
}

/** Messages on a page (spec 3 section 9). */
export const messagesPerPage = 5;
