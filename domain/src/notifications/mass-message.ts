import {
  type AddressedGroup,
  type Addressee,
  groupsOpenAt,
  type Muted,
  mutedBySchedule,
  type Recipient,
  recipientOf,
} from './recipients.ts';
import { type NoticeText, oneLine, paragraphs, standingSentence } from './text-parts.ts';

/**
 * A message that somebody of the organization writes to people (specification 3, sections 2.5 and 5). It is text
 * only: markup has no meaning in it, and every surface shows it as it was typed.
 */

/** Bits of the channels: push and SMS are always on, email is a choice. */
const channelBits = { push: 1, email: 2, sms: 4 } as const;
const allChannels = channelBits.push | channelBits.email | channelBits.sms;

const limits = { headline: 100, message: 500, senderText: 100 } as const;

/** What every text of a drill begins with, in every channel. */
export const drillSentence = 'This is a drill.';

/** What is written in the form. */
export interface MassMessageContent {
  readonly headline: string;
  readonly message: string;
  /** Who says it: 'Alex Admin at Riverside using Allclear'. */
  readonly senderText: string;
  /** Bits of the channels. */
  readonly channel: number;
  /** Declining, silences and schedules do not mute it. */
  readonly overridePreferences: boolean;
  readonly isDrill: boolean;
  /** People are asked for a response; false unless set. */
  readonly asksResponse?: boolean;
}

/** Sentences by the label of the field; no label for a field that is right. */
export type MassMessageErrors = Readonly<Record<string, readonly string[]>>;

/** The content as it is stored and sent, or what is wrong with it. */
export function checkMassMessage(
  given: MassMessageContent,
):
  | { readonly kind: 'right'; readonly content: MassMessageContent }
  | { readonly kind: 'wrong'; readonly errors: MassMessageErrors } {
  const content: MassMessageContent = {
    headline: oneLine(given.headline),
    message: paragraphs(given.message),
    senderText: oneLine(given.senderText),
    channel: given.channel | channelBits.push | channelBits.sms,
    overridePreferences: given.overridePreferences,
    isDrill: given.isDrill,
    asksResponse: given.asksResponse ?? false,
  };
  const isChannel = Number.isInteger(given.channel) && given.channel >= 1 && given.channel <= allChannels;
  const errors = {
    ...lengthError('Headline', 'Headline', content.headline, limits.headline),
    ...lengthError('Message', 'Message', content.message, limits.message),
    ...lengthError('SenderText', 'Sender text', content.senderText, limits.senderText),
    ...(isChannel ? {} : { Channel: ['Channel must be the sum of 1 (push), 2 (email) and 4 (SMS)'] }),
  };
  return Object.keys(errors).length > 0 ? { kind: 'wrong', errors } : { kind: 'right', content };
}

function lengthError(label: string, name: string, text: string, maximum: number): MassMessageErrors {
  if (text === '') return { [label]: [`${name} is required`] };
  return text.length > maximum ? { [label]: [`${name} can be at most ${maximum} characters`] } : {};
}

/**
 * The text of a message. The short one, for SMS and push, is whole: it is never cut. It stays small because it has
 * no link and the sender once, and the headline is left out where the message begins with it.
 */
export function massMessageText(content: MassMessageContent): NoticeText {
  const { headline, message, senderText, isDrill } = content;
  const drill = isDrill ? [drillSentence] : [];
  const inOneLine = oneLine(message);
  const repeats = inOneLine.toLowerCase().startsWith(headline.toLowerCase());
  const lead = /[.!?:]$/.test(headline) ? headline : `${headline}:`;
  return {
    subject: [...drill, headline].join(' '),
    text: [...drill, message, `Sent by ${senderText}.`, standingSentence].join('\n\n'),
    short: `${[...drill, ...(repeats ? [] : [lead]), inOneLine].join(' ')} - ${senderText}`,
  };
}

/** The people whom a message is for, and what of their preferences counts. */
export interface MassAudience {
  readonly people: readonly Addressee[];
  readonly groups: readonly AddressedGroup[];
  /** Bits of the channels. */
  readonly channel: number;
  readonly overridePreferences: boolean;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The recipients of a message, in the order of `people`, each active person once. A message has no place and no
 * kind of weather, so people are muted only who decline notifications, have silenced every place that they saved, or
 * are outside the schedules; opting out of a kind of warning or forecast does not count, nor does a position. With
 * `overridePreferences` nobody is muted, and SMS is a last resort also for those who did not ask for it. The order
 * of a person's channels stays. Email is among them only when it is chosen, and never to an address that
 * unsubscribed or rejects mail, whatever is overridden.
 */
export function massRecipientsOf(audience: MassAudience): Recipient[] {
  const { people, groups, overridePreferences, now } = audience;
  const groupIsOpen = groupsOpenAt(groups, now);
  const byId = new Map(people.map((person) => [person.userId, person]));
  return [...byId.values()]
    .filter(({ isActive }) => isActive)
    .map((person) =>
      recipientOf(
        withChannels(person, audience),
        overridePreferences ? null : mutedBy(person, groupIsOpen, now),
      ),
    );
}

function mutedBy(person: Addressee, groupIsOpen: (groupId: string) => boolean, now: number): Muted | null {
  const { chosenLocationIds, silencedLocationIds } = person;
  if (person.declinesNotifications) return 'declined';
  if (chosenLocationIds.length > 0 && chosenLocationIds.every((id) => silencedLocationIds.includes(id)))
    return 'silenced';
  return mutedBySchedule(person, person.groupIds, groupIsOpen, now);
}

/** The person with the channels that the message may use. */
function withChannels(person: Addressee, { channel, overridePreferences }: MassAudience): Addressee {
  return {
    ...person,
    email: (channel & channelBits.email) === 0 ? null : person.email,
    smsNotifications: person.smsNotifications || overridePreferences,
  };
}

/**
 * Why a person is not reached by a message, as a sentence for the one who sends it.
 *
 * @param person the person, with all channels
 */
export function notReachedText(
  muted: Muted,
  person: Pick<Addressee, 'email' | 'emailSuppressed'>,
  channel: number,
): string {
  switch (muted) {
    case 'declined':
      return 'Declines notifications';
    case 'opted-out':
      return 'Opted out of these notifications';
    case 'silenced':
      return 'Silenced all saved locations';
    case 'schedule':
      return 'Outside the alert times';
    case 'outside':
      return 'Away from the locations';
    case 'no-channel': {
      if (person.email === null || person.email.trim() === '')
        return 'No browser, phone number or email address can be used';
      if (person.emailSuppressed) return 'Unsubscribed from email, and no other channel can be used';
      return (channel & channelBits.email) === 0
        ? 'Can be reached by email only, which is not chosen'
        : 'No channel can be used';
    }
  }
}
