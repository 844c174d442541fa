import { randomBytes } from 'node:crypto';
import { checkPublicUrl } from '@allclear/adapters';
import { addWebhook, deleteWebhook, listWebhooks as listWebhooksRoute } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import type { Channels } from './delivery/channels.ts';
import {
  insertWebhook,
  listWebhooks,
  maxWebhooks,
  removeWebhook,
  type StoredWebhook,
  TooManyWebhooks,
} from './webhooks.store.ts';

export function webhookRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): void {
  serve(app, listWebhooksRoute, async ({ principal }) =>
    (await listWebhooks(db, principal.organizationId)).map(present),
  );

  serve(app, addWebhook, async ({ principal, body }) => {
    const url = body.url.trim();
    const problem = checkPublicUrl(url, channels);
    if (problem !== null) throw invalid({ Url: [problem] });
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    const row = await insertWebhook(
      db,
      actorOf(principal),
      principal.organizationId,
      { url, secret },
      wallNow(),
    ).catch((error: unknown) => {
      if (error instanceof TooManyWebhooks)
        throw conflict(`An organization can have at most ${maxWebhooks} webhooks.`);
      throw error;
    });
    return { ...present(row), secret, message: 'Webhook added. Its secret is shown only now.' };
  });

  serve(app, deleteWebhook, async ({ principal, params }) => {
    if (!(await removeWebhook(db, actorOf(principal), keyOf(principal, params.id))))
      throw notFound('The webhook');
    return { id: params.id, message: 'Webhook deleted' };
  });
}

function present({ id, url, enabled, createdAt, revision }: StoredWebhook) {
  return { id, url, enabled, createdUtc: isoTime(createdAt), revision };
}
