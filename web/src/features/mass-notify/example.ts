import type {
  MassMessage,
  MassMessageAddressee,
  MassMessagePreview,
  MassMessageRecipient,
} from '@allclear/contract';
import { exampleNowMs, minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export { exampleNowMs as nowMs, minutesAgo };

export function exampleMessage(part: Partial<MassMessage> = {}): MassMessage {
  return {
    id: 'm1',
    headline: 'Storms at six',
    message: 'Be ready to go inside.',
    senderText: 'Alex Admin at Riverside using Allclear',
    channel: 5,
    overridePreferences: false,
    recipients: ['p1', 'p2', 'p3'],
    isTemplate: false,
    isDrill: false,
    created: minutesAgo(10),
    deliveredRecipients: [
      { recipientId: 'p1', recipientName: 'Ada North' },
      { recipientId: 'p2', recipientName: 'Ben North' },
    ],
    sentBy: 'Alex Admin',
    progress: { recipients: 3, queued: 0, accepted: 1, delivered: 1, failed: 1, notSent: 0 },
    ...part,
  };
}

export function exampleTemplate(part: Partial<MassMessage> = {}): MassMessage {
  return exampleMessage({
    id: 't1',
    headline: 'Take shelter',
    message: 'Go inside now.',
    recipients: [],
    isTemplate: true,
    deliveredRecipients: [],
    progress: null,
    revision: 1,
    ...part,
  });
}

export function exampleAddressee(id: string, fullName: string, group: string | null): MassMessageAddressee {
  return { id, fullName, siteId: group?.toLowerCase() ?? null, siteName: group, notificationOnly: false };
}

export const exampleAddressees: readonly MassMessageAddressee[] = [
  exampleAddressee('p1', 'Ada North', 'North'),
  exampleAddressee('p2', 'Ben North', 'North'),
  exampleAddressee('p3', 'Cleo South', 'South'),
  { ...exampleAddressee('p4', 'Dora Text', null), notificationOnly: true },
];

export function examplePreview(part: Partial<MassMessagePreview> = {}): MassMessagePreview {
  return {
    people: 2,
    channels: [
      { channel: 'push', people: 2, isConfigured: true },
      { channel: 'sms', people: 1, isConfigured: true },
    ],
    smsParts: 1,
    notReached: [],
    notReachedCount: 0,
    places: { text: '3 clear', isHeld: false },
    ...part,
  };
}

export function exampleRecipient(part: Partial<MassMessageRecipient> = {}): MassMessageRecipient {
  return {
    recipientId: 'p1',
    recipientName: 'Ada North',
    state: 'delivered',
    problem: null,
    channels: [{ channel: 'sms', state: 'delivered', at: minutesAgo(9), problem: null }],
    ...part,
  };
}
