import {
  addStoredMessage,
  changeStoredMessage as changeRoute,
  deleteStoredMessage,
  listStoredMessages,
  type StoredMessage,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import {
  changeStoredMessage,
  insertStoredMessage,
  maxStoredMessages,
  removeStoredMessage,
  type StoredPaMessage,
  storedMessages,
  TooManyStoredMessages,
} from './stored-messages.store.ts';

/** The library of PA messages (specification 2, sections 2, 3, 5, 7 and 8). */
export function storedMessageRoutes(
  app: FastifyInstance,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): void {
  serve(app, listStoredMessages, async ({ principal }) =>
    (await storedMessages(db, principal.organizationId)).map(present),
  );

  serve(app, addStoredMessage, async ({ principal, body }) => {
    const { organizationId } = principal;
    const added = insertStoredMessage(db, actorOf(principal), organizationId, body, clock.now());
    const row = await added.catch((error: unknown) => {
      if (error instanceof TooManyStoredMessages)
        throw conflict(`An organization can store at most ${maxStoredMessages} messages.`);
      throw error;
    });
    return { ...present(row), responseMessage: 'Successfully Added Stored Message' };
  });

  serve(app, changeRoute, async ({ principal, body: { id, revision, ...change } }) => {
    const key = { ...keyOf(principal, id), revision };
    const row = await changeStoredMessage(db, actorOf(principal), key, change, clock.now());
    if (!row) throw notFound('The message');
    return { ...present(row), responseMessage: 'Successfully Updated Stored Message' };
  });

  serve(app, deleteStoredMessage, async ({ principal, params }) => {
    if (!(await removeStoredMessage(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The message');
    return { id: params.id, message: 'Successfully Deleted Stored Message' };
  });
}

function present({ id, title, message, organizationId, clip, revision }: StoredPaMessage): StoredMessage {
  return { id, title, message, customerId: organizationId, clip, revision };
}
