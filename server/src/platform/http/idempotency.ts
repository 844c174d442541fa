import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { systemActor } from '../actor.ts';
import { wallNow } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { conflict, invalid } from './errors.ts';
import { claimRequest, type IdempotentRequest, keepAnswer, releaseRequest } from './idempotency.store.ts';

/** A key is remembered for a day. */
export const keepRequestsMs = 24 * 3_600_000;

const actor = systemActor('idempotency');
const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** Answers a request once, however often it is sent with the same key. */
export type AnswerOnce = <Data>(request: FastifyRequest, act: () => Promise<Data>) => Promise<Data>;

/**
 * With an `Idempotency-Key` in a POST of a signed-in person, the same request sent again (a second press, a
 * lost answer) gets the first answer and changes nothing. A request that failed is tried again. The same key
 * for another request, or while the first is being answered, is a conflict.
 */
export function createAnswerOnce(db: Database): AnswerOnce {
  return async (request, act) => {
    const key = request.headers['idempotency-key'];
    const { principal } = request;
    if (request.method !== 'POST' || key === undefined || principal === null) return act();
    if (typeof key !== 'string' || !keyPattern.test(key))
      throw invalid({ IdempotencyKey: ['Idempotency-Key must be 1 to 200 visible ASCII characters'] });
    const claim = { userId: principal.userId, key, request: digestOf(request) };
    const state = await claimRequest(db, actor, claim, wallNow());
    switch (state.kind) {
      case 'answered':
        // What was stored is what `act` gave for the same request.
        return state.answer as Awaited<ReturnType<typeof act>>;
      case 'running':
        throw conflict('This request is being answered already.');
      case 'other':
        throw conflict('This Idempotency-Key was used for another request.');
      case 'new':
        return answerNew(db, claim, act);
    }
  };
}

async function answerNew<Data>(
  db: Database,
  claim: IdempotentRequest,
  act: () => Promise<Data>,
): Promise<Data> {
  try {
    const data = await act();
    await keepAnswer(db, actor, claim, data);
    return data;
  } catch (error) {
    await releaseRequest(db, actor, claim);
    throw error;
  }
}

function digestOf({ method, url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest('base64url');
}
