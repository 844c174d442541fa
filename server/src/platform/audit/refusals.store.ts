import type { AuditAction } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { appendAudit, type PersonalFields } from './audit.store.ts';

/** Refusals of the same kind within this stretch of wall time are one entry, and one more with their count; ms. */
export const refusalWindowMs = 600_000;

/** What somebody was refused. */
export interface Refusal {
  readonly chain: string;
  readonly action: Extract<AuditAction, 'request.refused' | 'account.sign-in-refused'>;
  readonly recordId: string | null;
  /** Refusals of one chain with the same text are repeats. It has nothing that belongs to a person but ids. */
  readonly subject: string;
  /** What the entry says; nothing that belongs to a person. */
  readonly details: object;
  /** What only the first entry says. */
  readonly first?: object;
  readonly personal?: PersonalFields;
}

/**
 * Adds an entry for a refusal, unless one of the same subject was added within ten minutes: then it is counted, and the
 * next refusal after that, or `endRefusals`, adds an entry with the count. An entry stands for `times` refusals: itself,
 * and those counted since the entry before. Both are stored before this returns, so that the end of the process loses
 * none that was answered. `now` is wall time, epoch ms.
 */
export async function noteRefusal(db: Database, actor: Actor, refusal: Refusal, now: number): Promise<void> {
  if (await isCounted(db, refusal, now)) return;
  await inTransaction(db, async (transaction) => {
    const { chain, subject, action, recordId, details } = refusal;
    const { origin: _origin, ...who } = actor;
    const row = { window_started_at: new Date(now), repeats: 0, actor: JSON.stringify(who) };
    const earlier = await transaction
      .selectFrom('audit_refusals')
      .select('repeats')
      .where('chain', '=', chain)
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirst();
    // Another process may begin the window, or a new one, at the same moment.
    if (await isCounted(transaction, refusal, now)) return;
    const began = await transaction
      .insertInto('audit_refusals')
      .values({ chain, subject, action, record_id: recordId, details: JSON.stringify(details), ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'subject'])
          .doUpdateSet(row)
          .where('audit_refusals.window_started_at', '<=', new Date(now - refusalWindowMs)),
      )
      .returning('subject')
      .executeTakeFirst();
    if (!began) {
      await isCounted(transaction, refusal, now);
      return;
    }
    await appendAudit(transaction, actor, {
      ...{ chain, action, recordId, now: null },
      after: { ...details, ...refusal.first, times: (earlier?.repeats ?? 0) + 1 },
      ...(refusal.personal && { personal: refusal.personal }),
    });
  });
}

async function isCounted(db: Database, { chain, subject }: Refusal, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_refusals')
    .set({ repeats: sql<number>`repeats + 1` })
    .where('chain', '=', chain)
    .where('subject', '=', subject)
    .where('window_started_at', '>', new Date(now - refusalWindowMs))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const endedAtOnce = 100;

/** Adds the entries of windows that began before an instant (epoch ms), with those who were refused, and forgets them. */
export async function endRefusals(db: Database, _actor: Actor, before: number): Promise<void> {
  for (;;) {
    const ended = await inTransaction(db, async (transaction) => {
      const rows = await transaction
        .deleteFrom('audit_refusals')
        .where(
          sql<boolean>`(chain, subject) in (
            select chain, subject from audit_refusals where window_started_at < ${new Date(before)}
            order by chain, subject limit ${endedAtOnce} for update skip locked)`,
        )
        .returningAll()
        .execute();
      // Chains are locked in the order of their names: two processes cannot wait for each other.
      for (const row of rows.toSorted((a, b) => (a.chain < b.chain ? -1 : 1)))
        if (row.repeats > 0)
          await appendAudit(transaction, row.actor as Actor, {
            ...{ chain: row.chain, action: row.action as AuditAction, recordId: row.record_id, now: null },
            after: { ...(row.details as object), times: row.repeats },
          });
      return rows.length;
    });
    if (ended < endedAtOnce) return;
  }
}
