import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });
const message = z.string();

/** Webhooks of one organization. */
export const maxWebhooks = 100;
/** Events that one replay sends again at most. */
export const maxReplayedEvents = 10_000;

/** A system of the organization that is sent events. Its secret is shown once, when it is made or renewed. */
export const webhook = z.object({
  id: z.string(),
  customerId: z.string(),
  versionNumber: z.literal('1.0'),
  readonly: z.literal(true),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  /** Kinds of events; null for all. */
  kinds: z.array(z.string()).nullable(),
  /** Only events of these organization locations, and those of no place; null for all. */
  organizationLocationIds: z.array(z.string()).nullable(),
  enabled: z.boolean(),
  /** Why it is off: no attempt succeeded for three days, the receiver is gone, or somebody switched it off. */
  offBecause: z.enum(['failing', 'gone', 'by-hand']).nullable(),
  /** Since when no attempt has succeeded; null when the last one did. */
  failingSinceUtc: z.string().nullable(),
  acceptedUtc: z.string().nullable(),
  /** Until when the secret before the last renewal signs too; null when it does not. */
  previousSecretEndsUtc: z.string().nullable(),
  createdUtc: z.string(),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type Webhook = z.infer<typeof webhook>;

const url = z.string().max(2_000);
const filters = {
  name: z.string().trim().max(100),
  description: z.string().trim().max(500),
  kinds: z.array(z.string().max(50)).min(1, 'Choose at least one kind').max(50).nullable(),
  organizationLocationIds: z
    .array(z.string().max(100))
    .min(1, 'Choose at least one place')
    .max(1_000)
    .nullable(),
};

export const listWebhooks = defineRoute({
  ...paths.listWebhooks,
  needs: 'webhooks:write',
  summary: 'The organization’s webhooks',
  data: z.array(webhook),
  paged: true,
});

export const addWebhook = defineRoute({
  ...paths.addWebhook,
  needs: 'webhooks:write',
  refusesImpersonation: true,
  summary: 'Adds a webhook; private addresses are refused unless the installation allows them',
  body: z.object({ url, ...z.object(filters).partial().shape }),
  data: webhook.extend({ secret: z.string(), message }),
  failures: [400, 404, 409],
});

export const changeWebhook = defineRoute({
  ...paths.changeWebhook,
  needs: 'webhooks:write',
  refusesImpersonation: true,
  summary: 'Changes a webhook, or switches it on or off; what is left out stays as it is',
  body: z.object({
    id: z.string(),
    /** The revision that the change is based on; without it the last write wins. */
    revision: z.number().int().optional(),
    url: url.optional(),
    enabled: z.boolean().optional(),
    ...z.object(filters).partial().shape,
  }),
  data: webhook.extend({ message }),
  failures: [400, 404, 409],
});

export const deleteWebhook = defineRoute({
  ...paths.deleteWebhook,
  needs: 'webhooks:write',
  refusesImpersonation: true,
  summary: 'Deletes a webhook',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [404],
});

export const renewWebhookSecret = defineRoute({
  ...paths.renewWebhookSecret,
  needs: 'webhooks:write',
  refusesImpersonation: true,
  summary:
    'Gives a webhook a new secret; the one before signs too for a day, and the new one is shown only now',
  params: idParams,
  data: webhook.extend({ secret: z.string(), message }),
  failures: [404, 409],
});

export const testWebhook = defineRoute({
  ...paths.testWebhook,
  needs: 'webhooks:write',
  summary: 'Sends a webhook an event of the kind `test`, also when it is off',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [404],
});

/** One try to send an event. Request and answer are cut, and have no secret and no signature. */
export const webhookAttempt = z.object({
  number: z.number().int(),
  startedUtc: z.string(),
  endedUtc: z.string().nullable(),
  outcome: z.enum(['accepted', 'retry', 'failed', 'interrupted']).nullable(),
  detail: z.string().nullable(),
  /** The status that the receiver answered. */
  status: z.number().int().nullable(),
  request: z.string().nullable(),
  answer: z.string().nullable(),
  durationMs: z.number().int().nullable(),
});

export const webhookDelivery = z.object({
  id: z.string(),
  /** What the receiver sees as `webhook-id`. */
  eventId: z.string(),
  kind: z.string(),
  /** When it happened, in weather time. */
  atUtc: z.string(),
  createdUtc: z.string(),
  state: z.enum(['queued', 'sending', 'accepted', 'failed']),
  detail: z.string().nullable(),
  attempts: z.array(webhookAttempt),
});

export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookLog = defineRoute({
  ...paths.listWebhookLog,
  needs: 'webhooks:write',
  summary: 'The newest 100 events of a webhook with their attempts; kept for 30 days',
  params: idParams,
  data: z.array(webhookDelivery),
  failures: [404],
});

export const resendWebhookEvent = defineRoute({
  ...paths.resendWebhookEvent,
  needs: 'webhooks:write',
  summary: 'Sends an event of the log again, with the same id',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [404, 409],
});

export const replayWebhook = defineRoute({
  ...paths.replayWebhook,
  needs: 'webhooks:write',
  summary: 'Sends a webhook all events of a span of time again, with the same ids',
  body: z.object({ id: z.string(), fromUtc: z.iso.datetime(), toUtc: z.iso.datetime() }),
  data: z.object({ id: z.string(), events: z.number().int(), message }),
  failures: [400, 404, 409],
});
