import { createHash } from 'node:crypto';
import { checkPublicUrl } from '@allclear/adapters';
import { addPush, getPush, removePush } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import type { Channels } from './delivery/channels.ts';
import { listSubscriptions, putSubscription, removeSubscription } from './push-subscriptions.store.ts';

/**
 * The browsers through which the caller is notified. Their endpoints are secrets, because anyone with one can
 * send to it; only a hash is shown.
 */
export function pushRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): void {
  serve(app, getPush, async ({ principal }) => ({
    publicKey: channels.publicKey,
    subscriptions: (await listSubscriptions(db, principal.userId)).map((row) => ({
      id: row.id,
      endpointHash: createHash('sha256').update(row.endpoint).digest('base64url'),
      userAgent: row.userAgent,
      createdUtc: isoTime(row.createdAt),
    })),
  }));

  serve(app, addPush, async ({ principal, body, request }) => {
    const { endpoint, keys } = body;
    const errors: Record<string, string[]> = {};
    const problem = checkPublicUrl(endpoint, channels);
    if (problem !== null) errors.Endpoint = [problem];
    else if (!endpoint.startsWith('https:') && !channels.allowPrivateAddresses)
      errors.Endpoint = ['The address must start with https://.'];
    // RFC 8291: an uncompressed point of P-256, and 16 bytes.
    if (bytesOf(keys.p256dh) !== 65)
      errors['Keys.p256dh'] = ['This is not the key of a browser’s subscription'];
    if (bytesOf(keys.auth) !== 16)
      errors['Keys.auth'] = ['This is not the secret of a browser’s subscription'];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const { organizationId, userId } = principal;
    const subscription = { organizationId, userId, endpoint, ...keys, userAgent };
    const id = await putSubscription(db, actorOf(principal), subscription, wallNow());
    return { id, message: 'This browser will be notified' };
  });

  serve(app, removePush, async ({ principal, params }) => {
    if (!(await removeSubscription(db, actorOf(principal), principal.userId, params.id)))
      throw notFound('The browser');
    return { id: params.id, message: 'The browser will no longer be notified' };
  });
}

/** The number of bytes of a text in Base64 or its URL-safe form; -1 when it is neither. */
function bytesOf(text: string): number {
  return /^[\w+/-]+=*$/.test(text) ? Buffer.from(text, 'base64').length : -1;
}
