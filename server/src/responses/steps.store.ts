import { escalationAt, escalationText } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { peopleOfRequest, requestColumns, type StoredRequest } from './requests.store.ts';
import { writeResponseNotice } from './write-response-notice.store.ts';

/** A step could not be taken; nothing of it is stored. */
export class StepFailure extends Error {
  readonly requestId: string;
  constructor(requestId: string, cause: unknown) {
    super('A message without responses could not be passed on', { cause });
    this.requestId = requestId;
  }
}

/**
 * Takes one step that is due, of whichever request: the notice to its people and its record are one transaction, which
 * reads once more who has responded. Of several processes one takes it. False when none is due. `now` is the product
 * clock, epoch ms; the requests of `except` are left for later. Throws `StepFailure`.
 */
export function takeDueStep(
  db: Database,
  actor: Actor,
  now: number,
  except: readonly string[] = [],
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<StoredRequest>`
      select ${requestColumns} from response_requests q join notices n on n.id = q.notice_id
      where q.next_step_at <= ${new Date(now)} and q.id <> all(${except}::uuid[])
      order by q.next_step_at limit 1 for update of q skip locked`.execute(transaction);
    const [request] = rows;
    if (!request) return false;
    try {
      await takeStepOf(transaction, actor, request, now);
    } catch (cause) {
      throw new StepFailure(request.id, cause);
    }
    return true;
  });
}

async function takeStepOf(
  transaction: Database,
  actor: Actor,
  request: StoredRequest,
  now: number,
): Promise<void> {
  const { id, organizationId, askedAt, steps, headline, isDrill, lifeSafety } = request;
  const people = await peopleOfRequest(transaction, id);
  const missing = people.filter(({ response }) => response === null);
  const state = { askedAt, steps, taken: request.stepsTaken, noResponse: missing.length };
  const [due] = escalationAt(state, now).due;
  const target = due === undefined ? undefined : steps[due]?.target;
  if (due === undefined || target === undefined) {
    await setNext(transaction, id, request.stepsTaken, escalationAt(state, now).nextAt);
    return;
  }
  const { notified, notSent } = await writeResponseNotice(transaction, actor, {
    ...{ organizationId, requestId: id, kind: 'response-missing', sourceKey: `response-step/${id}/${due}` },
    ...{ target, people: missing },
    text: escalationText({
      ...{ names: missing.map(({ name }) => name), asked: people.length, headline, isDrill },
    }),
    ...{ overridesQuietHours: lifeSafety, now },
  });
  await sql`
      insert into response_steps (request_id, step, organization_id, at, listed, notified, not_sent)
      values (${id}, ${due}, ${organizationId}, ${new Date(now)}, ${missing.length}, ${notified}, ${notSent})`.execute(
    transaction,
  );
  const after = escalationAt({ ...state, taken: due + 1 }, now);
  // After an interruption several are due: the next one follows at once.
  await setNext(transaction, id, due + 1, after.due.length > 0 ? now : after.nextAt);
  await notify(transaction, { topic: 'responses', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'escalation.step-taken', recordId: id, now },
    after: { step: due + 1, target, listed: missing.length, notified, notSent },
  });
}

async function setNext(
  transaction: Database,
  requestId: string,
  taken: number,
  nextAt: number | null,
): Promise<void> {
  await transaction
    .updateTable('response_requests')
    .set({ steps_taken: taken, next_step_at: nextAt === null ? null : new Date(nextAt) })
    .where('id', '=', requestId)
    .execute();
}
