import { smsOf, smsSize } from '@allclear/adapters';
import type { MassMessagePreview } from '@allclear/contract';
import {
  type Addressee,
  type Channel,
  type MassMessageContent,
  massMessageText,
  notReachedText,
  placesStand,
  type Recipient,
} from '@allclear/domain';
import type { LightningLive } from '../../lightning/index.ts';
import { type Channels, exampleResponse, withResponseLink } from '../../notifications/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { answersForPlaces } from '../../warnings/index.ts';
import { namesOf } from './audience.store.ts';
import { peopleWhoStoppedSms } from './sms-stops.store.ts';

const maxNamed = 50;
const channelNames = ['push', 'sms', 'email'] as const;

export interface PreviewNeeds {
  readonly db: Database;
  readonly live: LightningLive;
  readonly channels: Channels;
}

/** What sending a message to these recipients would do, and how the organization's places stand at `now`. */
export async function previewMessage(
  { db, live, channels }: PreviewNeeds,
  organizationId: string,
  content: MassMessageContent,
  { recipients, people }: { recipients: readonly Recipient[]; people: readonly Addressee[] },
  now: number,
): Promise<MassMessagePreview> {
  const isConfigured = (channel: Channel) => channels.adapters[channel] !== null;
  const stopped = await peopleWhoStoppedSms(
    db,
    organizationId,
    people.map(({ userId }) => userId),
  );
  const byId = new Map(people.map((person) => [person.userId, person]));
  const firsts = { push: 0, sms: 0, email: 0 };
  const notReached: { id: string; why: string }[] = [];
  for (const recipient of recipients) {
    const { userId, fallbackChains } = recipient;
    for (const channel of new Set(fallbackChains.flatMap(([first]) => first ?? []))) firsts[channel] += 1;
    const why = whyNotReached(recipient, byId.get(userId), {
      channel: content.channel,
      isStopped: stopped.has(userId),
      isConfigured,
    });
    if (why !== null) notReached.push({ id: userId, why });
  }
  const named = notReached.slice(0, maxNamed);
  const names = await namesOf(
    db,
    organizationId,
    named.map(({ id }) => id),
  );
  const answers = await answersForPlaces(db, live, organizationId, now);
  const { short: written } = massMessageText(content);
  const short = content.asksResponse ? withResponseLink(written, ...exampleResponse(channels)) : written;
  return {
    people: recipients.length,
    channels: channelNames.map((channel) => ({
      ...{ channel, people: firsts[channel], isConfigured: isConfigured(channel) },
    })),
    smsParts: smsSize(smsOf({ short, url: channels.url, isWritten: true })).segments,
    notReached: named.map(({ id, why }) => ({ recipientId: id, recipientName: names.get(id) ?? '', why })),
    notReachedCount: notReached.length,
    places: placesStand(answers.map(({ answer }) => answer.kind)),
  };
}

/** Why nothing would reach a person, as a sentence; null when something would, as far as it is known. */
function whyNotReached(
  { muted, fallbackChains }: Recipient,
  person: Addressee | undefined,
  {
    channel,
    isStopped,
    isConfigured,
  }: {
    readonly channel: number;
    readonly isStopped: boolean;
    readonly isConfigured: (channel: Channel) => boolean;
  },
): string | null {
  if (muted !== null)
    return notReachedText(muted, person ?? { email: null, emailSuppressed: false }, channel);
  const all = fallbackChains.flat();
  const usable = all.filter(isConfigured);
  if (usable.length === 0) return `This installation cannot send by ${namesText(all)}`;
  if (isStopped && usable.every((one) => one === 'sms')) return 'Answered STOP to text messages';
  return null;
}

const words: Readonly<Record<Channel, string>> = { push: 'push', sms: 'SMS', email: 'email' };

function namesText(all: readonly Channel[]): string {
  return [...new Set(all)].map((one) => words[one]).join(' or ');
}
