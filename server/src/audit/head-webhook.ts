import { randomUUID } from 'node:crypto';
import { sendWebhookEvent } from '../notifications/index.ts';
import { systemActor } from '../platform/actor.ts';
import { isUuid } from '../platform/database/uuid.ts';
import type { HeadsListener } from './sign-heads.ts';

const actor = systemActor('audit');

/** Sends each organization the signed head of its chain. `now` is the product clock. */
export function sendHeadEvents(now: () => number): HeadsListener {
  return async (transaction, heads) => {
    for (const head of heads) {
      // Other chains are those of organizations.
      if (!isUuid(head.chain)) continue;
      await sendWebhookEvent(transaction, actor, {
        ...{ organizationId: head.chain, kind: 'audit.head', placeIds: [], id: randomUUID(), at: now() },
        data: { head },
      });
    }
  };
}
