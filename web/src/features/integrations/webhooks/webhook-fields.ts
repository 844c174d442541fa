import type { Webhook, WebhookDelivery } from '@allclear/contract';
import { type FieldErrors, isWebhookKind, webhookKinds } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

export interface WebhookFields {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** Empty: all. */
  readonly kinds: readonly string[];
  /** Ids of organization locations; empty: all. */
  readonly places: readonly string[];
}

export function webhookFieldsOf(webhook: Webhook | null): WebhookFields {
  return {
    name: webhook?.name ?? '',
    description: webhook?.description ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? [],
    places: webhook?.organizationLocationIds ?? [],
  };
}

export function webhookBody({ name, description, url, kinds, places }: WebhookFields) {
  return {
    ...{ name: name.trim(), description: description.trim(), url: url.trim() },
    kinds: kinds.length === 0 ? null : [...kinds],
    organizationLocationIds: places.length === 0 ? null : [...places],
  };
}

export function webhookProblems({ url }: WebhookFields): FieldErrors {
  return url.trim() === '' ? { Url: ['Enter an address'] } : {};
}

export function webhookRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, ['Name', 'Description', 'Url', 'Kinds', 'OrganizationLocationIds']);
  const isExplained = Object.keys(fields).length > 0;
  return { header: 'The webhook was not saved', message: isExplained ? '' : messageOf(thrown), fields };
}

/** The kinds that can be chosen: a test is sent by its button. */
export const kindChoices = Object.entries(webhookKinds)
  .filter(([value]) => value !== 'test')
  .map(([value, label]) => ({ value, label }));

export function kindText(kind: string): string {
  return isWebhookKind(kind) ? webhookKinds[kind] : kind;
}

const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The state of a webhook in a word, and the sentence to it. */
export function webhookState(webhook: Webhook): { word: string; tone: 'good' | 'bad' | 'off'; text: string } {
  const { enabled, offBecause, failingSinceUtc, acceptedUtc } = webhook;
  if (!enabled) {
    const why = {
      failing: 'Switched off: no event reached it for three days.',
      gone: 'Switched off: the receiver answered that it is gone.',
      'by-hand': 'Switched off.',
    };
    return { word: 'Off', tone: 'off', text: why[offBecause ?? 'by-hand'] };
  }
  if (failingSinceUtc !== null)
    return {
      word: 'Failing',
      tone: 'bad',
      text: `No event has reached it since ${momentOf(failingSinceUtc)}.`,
    };
  if (acceptedUtc === null) return { word: 'On', tone: 'good', text: 'Nothing was sent yet.' };
  return { word: 'On', tone: 'good', text: `Last event ${momentOf(acceptedUtc)}.` };
}

/** What it is sent. */
export function webhookFilterText({ kinds, organizationLocationIds: places }: Webhook): string {
  const of = kinds === null ? 'All kinds of events' : kinds.map(kindText).join(', ');
  if (places === null) return `${of} · all places`;
  return `${of} · ${places.length} ${places.length === 1 ? 'place' : 'places'}`;
}

/** What became of an event, in words. */
export function deliveryText({ state, detail, attempts, createdUtc }: WebhookDelivery): string {
  const words = {
    queued: attempts.length === 0 ? 'Waits' : 'Waits for another attempt',
    sending: 'Is being sent',
    accepted: 'Accepted',
    failed: 'Failed',
  };
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  return [momentOf(createdUtc), words[state], count, ...(detail === null ? [] : [detail])].join(' · ');
}

/** The log as text, so that it can be read and copied. */
export function attemptText({
  request,
  answer,
  status,
  durationMs,
}: WebhookDelivery['attempts'][number]): string {
  const took = durationMs === null ? '' : ` (${durationMs} ms)`;
  const answered = status === null ? `No answer${took}` : `Answer ${status}${took}`;
  return [request ?? 'Nothing was sent', answered, ...(answer === null ? [] : [answer])].join('\n\n');
}
