import type { MassMessage, MassMessageRecipient } from '@allclear/contract';
import { notReachedText } from '@allclear/domain';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { RecipientState, SentMessage, StoredMassRecipient } from './history.store.ts';
import type { StoredTemplate } from './templates.store.ts';

export function presentSent(sent: SentMessage): MassMessage {
  const { id, headline, message, senderText, channel, overridePreferences, isDrill, sentBy } = sent;
  const counts: Record<RecipientState, number> = {
    ...{ queued: 0, accepted: 0, delivered: 0, failed: 0, 'not-sent': 0 },
  };
  for (const { state } of sent.recipients) counts[state] += 1;
  const { 'not-sent': notSent, ...others } = counts;
  return {
    ...{ id, headline, message, senderText, channel, overridePreferences },
    recipients: sent.recipients.map((recipient) => recipient.id),
    ...{ isTemplate: false, isDrill, created: isoTime(sent.createdAt) },
    ...{ asksResponse: sent.responseRequestId !== null, responseRequestId: sent.responseRequestId },
    deliveredRecipients: sent.recipients
      .filter(({ state }) => state === 'accepted' || state === 'delivered')
      .map((recipient) => ({ recipientId: recipient.id, recipientName: recipient.name })),
    sentBy,
    progress: { recipients: sent.recipients.length, ...others, notSent },
  };
}

export function presentTemplate(template: StoredTemplate): MassMessage {
  const { id, headline, message, senderText, channel, overridePreferences, isDrill, revision } = template;
  return {
    ...{ id, headline, message, senderText, channel, overridePreferences },
    asksResponse: template.asksResponse,
    ...{ recipients: [], isTemplate: true, isDrill, created: isoTime(template.createdAt) },
    ...{ deliveredRecipients: [], sentBy: null, progress: null, revision },
  };
}

export function presentMassRecipient(row: StoredMassRecipient, channel: number): MassMessageRecipient {
  const { id, name, state, muted, deliveries } = row;
  return {
    ...{ recipientId: id, recipientName: name, state },
    problem: problemOf(state, muted, row, channel),
    channels: deliveries.map((delivery) => ({
      ...{ channel: delivery.channel, state: delivery.state },
      ...{ at: isoTime(delivery.at), problem: delivery.problem },
    })),
  };
}

const mutedBy = ['declined', 'opted-out', 'silenced', 'schedule', 'outside', 'no-channel'] as const;

function problemOf(
  state: RecipientState,
  muted: string | null,
  row: StoredMassRecipient,
  channel: number,
): string | null {
  if (state === 'not-sent') {
    const reason = mutedBy.find((one) => one === muted) ?? 'no-channel';
    return notReachedText(reason, row, channel);
  }
  if (state !== 'failed') return null;
  return row.deliveries.findLast(({ problem }) => problem !== null)?.problem ?? 'No channel took it';
}
