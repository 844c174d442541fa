import type { PracticeTime } from '@allclear/domain';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';

/** The practice times of an organization location. */
export interface StoredPracticeTimes {
  readonly times: readonly PracticeTime[];
  /** 0 while there never were any. */
  readonly revision: number;
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

const none: StoredPracticeTimes = { times: [], revision: 0, fieldRevisions: {} };

/** Of a place of the organization; none for any other place. */
export async function practiceTimesOf(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
): Promise<StoredPracticeTimes> {
  const row = await db
    .selectFrom('practice_times')
    .select(['times', 'revision', 'field_revisions'])
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', '=', organizationLocationId)
    .executeTakeFirst();
  if (!row) return none;
  const { times, revision, field_revisions: fieldRevisions } = row;
  return {
    times: times as readonly PracticeTime[],
    revision,
    fieldRevisions: fieldRevisions as Record<string, number>,
  };
}

/**
 * Replaces the practice times of an existing place of the organization. `timesOf` makes the new list from the
 * stored one. Throws `StaleRevision` when the change is based on another revision; nothing is stored then.
 */
export function savePracticeTimes(
  db: Database,
  actor: Actor,
  place: { readonly organizationId: string; readonly id: string; readonly revision?: number | undefined },
  timesOf: (stored: readonly PracticeTime[]) => readonly PracticeTime[],
  now: number,
): Promise<StoredPracticeTimes> {
  const { organizationId, id, revision } = place;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await practiceTimesOf(transaction, organizationId, id);
    requireRevision(before, revision, { what: 'these practice times' });
    const times = timesOf(before.times);
    const columns = {
      times: JSON.stringify(times),
      ...nextRevision(before, { times }),
      updated_at: new Date(now),
    };
    await transaction
      .insertInto('practice_times')
      .values({ organization_location_id: id, organization_id: organizationId, ...columns })
      .onConflict((conflict) => conflict.column('organization_location_id').doUpdateSet(columns))
      .execute();
    await notify(transaction, { topic: 'practice-times', ids: [organizationId] });
    const after = await practiceTimesOf(transaction, organizationId, id);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'practice-times.changed', recordId: id, now },
      ...{ before, after },
    });
    return after;
  });
}
