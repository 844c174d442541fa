import type { RiskProfileDraft, WorkRestDraft } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type StoredWorkRestProfile = RecordOf<Selectable<Tables['work_rest_profiles']>>;
export type StoredRiskProfile = RecordOf<Selectable<Tables['risk_profiles']>>;

/** Another profile of the organisation is called so, in whatever case. */
export class ProfileNameTaken extends Error {}
/** Something uses the profile that was to be removed. */
export class ProfileInUse extends Error {}
/** The organisation has as many as it may. */
export class TooManyProfiles extends Error {}

export const maxProfiles = 100;

/**
 * What came of a change: `gone` when the organisation has no such profile, `outdated` when somebody else
 * changed it since that revision.
 */
export type Changed<Profile> =
  | { readonly kind: 'changed'; readonly profile: Profile }
  | { readonly kind: 'gone' | 'outdated' };

export async function listWorkRest(db: Database, organizationId: string): Promise<StoredWorkRestProfile[]> {
  const rows = await db
    .selectFrom('work_rest_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(recordOf);
}

export async function findWorkRest(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredWorkRestProfile | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('work_rest_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && recordOf(row);
}

export async function listRisk(db: Database, organizationId: string): Promise<StoredRiskProfile[]> {
  const rows = await db
    .selectFrom('risk_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(recordOf);
}

export async function findRisk(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredRiskProfile | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('risk_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && recordOf(row);
}

export function insertWorkRest(
  db: Database,
  organizationId: string,
  draft: WorkRestDraft,
  now: number,
): Promise<StoredWorkRestProfile> {
  return written(db, organizationId, async (transaction) => {
    if ((await listWorkRest(transaction, organizationId)).length >= maxProfiles) throw new TooManyProfiles();
    const row = await transaction
      .insertInto('work_rest_profiles')
      .values({
        ...workRestColumns(draft),
        organization_id: organizationId,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return recordOf(row);
  });
}

export function insertRisk(
  db: Database,
  organizationId: string,
  draft: RiskProfileDraft,
  now: number,
): Promise<StoredRiskProfile> {
  return written(db, organizationId, async (transaction) => {
    if ((await listRisk(transaction, organizationId)).length >= maxProfiles) throw new TooManyProfiles();
    const row = await transaction
      .insertInto('risk_profiles')
      .values({
        ...riskColumns(draft),
        organization_id: organizationId,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return recordOf(row);
  });
}

/** Replaces what a profile says, if it still is the revision that the change is based on. */
export function changeWorkRest(
  db: Database,
  organizationId: string,
  { id, revision }: { id: string; revision: number },
  draft: WorkRestDraft,
  now: number,
): Promise<Changed<StoredWorkRestProfile>> {
  return written(db, organizationId, async (transaction): Promise<Changed<StoredWorkRestProfile>> => {
    if (!(await findWorkRest(transaction, organizationId, id))) return { kind: 'gone' };
    const row = await transaction
      .updateTable('work_rest_profiles')
      .set({ ...workRestColumns(draft), revision: revision + 1, updated_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst();
    return row ? { kind: 'changed', profile: recordOf(row) } : { kind: 'outdated' };
  });
}

/** The same for a risk profile. */
export function changeRisk(
  db: Database,
  organizationId: string,
  { id, revision }: { id: string; revision: number },
  draft: RiskProfileDraft,
  now: number,
): Promise<Changed<StoredRiskProfile>> {
  return written(db, organizationId, async (transaction): Promise<Changed<StoredRiskProfile>> => {
    if (!(await findRisk(transaction, organizationId, id))) return { kind: 'gone' };
    const row = await transaction
      .updateTable('risk_profiles')
      .set({ ...riskColumns(draft), revision: revision + 1, updated_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst();
    return row ? { kind: 'changed', profile: recordOf(row) } : { kind: 'outdated' };
  });
}

/** Removes a profile that nothing uses; false when the organisation has no such profile. */
export async function removeProfile(
  db: Database,
  table: 'work_rest_profiles' | 'risk_profiles',
  organizationId: string,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return written(db, organizationId, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

export interface WorkRestChoice {
  /** Null: the organisation's default. */
  readonly organizationLocationId: string | null;
  readonly profileId: string;
}

export async function listChoices(db: Database, organizationId: string): Promise<WorkRestChoice[]> {
  const rows = await db
    .selectFrom('work_rest_choices')
    .select(['organization_location_id', 'published_profile', 'profile_id'])
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => ({
    organizationLocationId: row.organization_location_id,
    profileId: (row.profile_id ?? row.published_profile)!,
  }));
}

/**
 * Chooses a profile (one that exists) for a place of the organisation, or its default; `profileId` null takes
 * a choice back.
 */
export function saveChoice(
  db: Database,
  organizationId: string,
  { organizationLocationId, profileId }: { organizationLocationId: string | null; profileId: string | null },
  now: number,
): Promise<void> {
  return written(db, organizationId, async (transaction) => {
    if (profileId === null) {
      await transaction
        .deleteFrom('work_rest_choices')
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`organization_location_id is not distinct from ${organizationLocationId}::uuid`)
        .execute();
      return;
    }
    const facts = {
      published_profile: isUuid(profileId) ? null : profileId,
      profile_id: isUuid(profileId) ? profileId : null,
      chosen_at: new Date(now),
    };
    await transaction
      .insertInto('work_rest_choices')
      .values({ organization_id: organizationId, organization_location_id: organizationLocationId, ...facts })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'organization_location_id']).doUpdateSet(facts),
      )
      .execute();
  });
}

/** Does it and tells everybody of the organisation. What the constraints refuse becomes an error of ours. */
async function written<T>(
  db: Database,
  organizationId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const all = async (transaction: Database) => {
    const result = await work(transaction);
    await notify(transaction, { topic: 'profiles', ids: [organizationId] });
    return result;
  };
  try {
    return await (db.isTransaction ? all(db) : db.transaction().execute(all));
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint?.endsWith('_name')) throw new ProfileNameTaken();
    if (code === '23503') throw new ProfileInUse();
    throw error;
  }
}

function workRestColumns(draft: WorkRestDraft) {
  const risk = draft.riskProfileId;
  return {
    name: draft.name,
    primary_metric: draft.primaryMetric,
    custom_stop_text: draft.customStopText,
    custom_continuous_text: draft.customContinuousText,
    use_risk_profile: draft.useRiskProfile,
    published_risk_profile: risk === null || isUuid(risk) ? null : risk,
    risk_profile_id: risk !== null && isUuid(risk) ? risk : null,
    intensities: JSON.stringify(draft.intensities),
    modifiers: JSON.stringify(draft.modifiers),
    matrices: JSON.stringify(draft.matrices),
  };
}

function riskColumns({ name, metric, riskLevels }: RiskProfileDraft) {
  return { name, metric, levels: JSON.stringify(riskLevels) };
}
