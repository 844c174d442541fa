import { type Duty, type DutyKind, dutyKinds } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';

export type Duties = Readonly<Record<DutyKind, Duty>>;

/** The duties of an organization location. */
export interface StoredDuties {
  readonly placeId: string;
  readonly duties: Duties;
  /** 0 while there never were any. */
  readonly revision: number;
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

const nobody: Duty = { userId: null, standIns: [] };
export const noDuties: Duties = { watcher: nobody, 'decision-maker': nobody };

interface Row {
  duty: string;
  position: number;
  userId: string;
  weekdays: number[] | null;
  startsAt: string | null;
  endsAt: string | null;
}

/** Of some places of an organization, or of all that have any. */
export async function dutiesOf(
  db: Database,
  organizationId: string,
  placeIds: readonly string[] | null,
): Promise<StoredDuties[]> {
  const { rows } = await sql<{
    placeId: string;
    revision: number;
    fieldRevisions: Record<string, number>;
    people: Row[] | null;
  }>`
    select d.organization_location_id as "placeId", d.revision, d.field_revisions as "fieldRevisions",
      (select jsonb_agg(jsonb_build_object('duty', p.duty, 'position', p.position, 'userId', p.user_id,
        'weekdays', p.weekdays, 'startsAt', p.starts_at, 'endsAt', p.ends_at) order by p.position)
        from place_duty_people p where p.organization_location_id = d.organization_location_id) as people
    from place_duties d
    where d.organization_id = ${organizationId}
      and (${placeIds === null} or d.organization_location_id = any(${[...(placeIds ?? [])]}::uuid[]))
    order by d.organization_location_id`.execute(db);
  return rows.map(({ people, ...row }) => ({ ...row, duties: dutiesFrom(people ?? []) }));
}

function dutiesFrom(rows: readonly Row[]): Duties {
  const dutyOf = (kind: DutyKind): Duty => {
    const ofKind = rows.filter(({ duty }) => duty === kind);
    return {
      userId: ofKind.find(({ position }) => position === 0)?.userId ?? null,
      standIns: ofKind.flatMap(({ position, userId, weekdays, startsAt, endsAt }) =>
        position > 0 && weekdays && startsAt !== null && endsAt !== null
          ? { userId, weekdays, startsAt, endsAt }
          : [],
      ),
    };
  };
  return { watcher: dutyOf('watcher'), 'decision-maker': dutyOf('decision-maker') };
}

/**
 * Replaces the duties of an existing place of the organization. Throws `StaleRevision` when the change is based on
 * another revision; nothing is stored then. `now` is the product clock, epoch ms.
 */
export function storeDuties(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  duties: Duties,
  now: number,
): Promise<StoredDuties> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const read = async () =>
      (await dutiesOf(transaction, organizationId, [id]))[0] ?? {
        ...{ placeId: id, duties: noDuties, revision: 0, fieldRevisions: {} },
      };
    const before = await read();
    requireRevision(before, revision, { what: 'these duties' });
    const fields = (of: Duties) => ({ watcher: of.watcher, decisionMaker: of['decision-maker'] });
    const next = nextRevision({ ...before, ...fields(before.duties) }, fields(duties));
    const columns = { ...next, updated_at: new Date(now) };
    await transaction
      .insertInto('place_duties')
      .values({ organization_location_id: id, organization_id: organizationId, ...columns })
      .onConflict((conflict) => conflict.column('organization_location_id').doUpdateSet(columns))
      .execute();
    await transaction.deleteFrom('place_duty_people').where('organization_location_id', '=', id).execute();
    const rows = dutyKinds.flatMap((duty) => rowsOf(duties[duty]).map((row) => ({ ...row, duty })));
    if (rows.length > 0)
      await transaction
        .insertInto('place_duty_people')
        .values(
          rows.map((row) => ({ ...row, organization_location_id: id, organization_id: organizationId })),
        )
        .execute();
    const after = await read();
    await notify(transaction, { topic: 'duties', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'duties.changed', recordId: id, now },
      ...{ before: fields(before.duties), after: fields(after.duties) },
    });
    return after;
  });
}

function rowsOf({ userId, standIns }: Duty) {
  const main = { position: 0, weekdays: null, starts_at: null, ends_at: null };
  return [
    ...(userId === null ? [] : [{ ...main, user_id: userId }]),
    ...standIns.map((standIn, index) => ({
      ...{ position: index + 1, user_id: standIn.userId, weekdays: [...standIn.weekdays] },
      ...{ starts_at: standIn.startsAt, ends_at: standIn.endsAt },
    })),
  ];
}

/** The names of the active people among some ids of an organization. */
export async function activeNames(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from users
    where organization_id = ${organizationId} and is_active and deleted_at is null
      and id::text = any(${[...userIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
