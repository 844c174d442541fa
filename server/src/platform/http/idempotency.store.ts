import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';

/** After so long a request that was never answered counts as lost with its process, ms of the wall clock. */
const lostAfterMs = 60_000;

/** A key and what it is used for. */
export interface IdempotentRequest {
  readonly userId: string;
  readonly key: string;
  /** A digest of method, path and body. */
  readonly request: string;
}

/**
 * `new`: nobody has sent this before, it is to be answered now. `answered`: with this. `running`: it is being
 * answered. `other`: the key was used for another request.
 */
export type IdempotentState =
  | { readonly kind: 'new' | 'running' | 'other' }
  | { readonly kind: 'answered'; readonly answer: unknown };

/** Claims the key of a request. `now` is wall time, epoch ms. */
export async function claimRequest(
  db: Database,
  _actor: Actor,
  { userId, key, request }: IdempotentRequest,
  now: number,
): Promise<IdempotentState> {
  const claimed = await db
    .insertInto('idempotent_requests')
    .values({ user_id: userId, key, request, answer: null, started_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return { kind: 'new' };
  const known = await db
    .selectFrom('idempotent_requests')
    .select(['request', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known && known.request !== request) return { kind: 'other' };
  if (known?.answer != null) return { kind: 'answered', answer: (known.answer as { data: unknown }).data };
  const retaken = await db
    .updateTable('idempotent_requests')
    .set({ started_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .where('started_at', '<', new Date(now - lostAfterMs))
    .returning('key')
    .executeTakeFirst();
  return { kind: retaken ? 'new' : 'running' };
}

/** Keeps the answer of a request for whoever sends it again. */
export async function keepAnswer(
  db: Database,
  _actor: Actor,
  { userId, key }: IdempotentRequest,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('idempotent_requests')
    .set({ answer: JSON.stringify({ data: answer }) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** Gives the key of a request that failed back: sent again it is tried again. */
export async function releaseRequest(
  db: Database,
  _actor: Actor,
  { userId, key }: IdempotentRequest,
): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('user_id', '=', userId).where('key', '=', key).execute();
}

export async function dropRequestsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('idempotent_requests').where('started_at', '<', new Date(before)).execute();
}
