import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

/** A system of the organization that receives every notice. Its secret is shown once, when it is created. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  createdUtc: z.string(),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

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
  body: z.object({ url: z.string().max(2_000) }),
  data: webhook.extend({ secret: z.string(), message: z.string() }),
  failures: [400],
});

export const deleteWebhook = defineRoute({
  ...paths.deleteWebhook,
  needs: 'webhooks:write',
  refusesImpersonation: true,
  summary: 'Deletes a webhook',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
