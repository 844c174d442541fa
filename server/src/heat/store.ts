import type { AuditAction, RiskProfileDraft, WorkRestDraft } from '@allclear/domain';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

type ProfileTable = 'work_rest_profiles' | 'risk_profiles';
type ProfileColumns<Table extends ProfileTable> = Omit<
  Insertable<Tables[Table]>,
  'id' | 'organization_id' | 'revision' | 'field_revisions' | 'created_at' | 'updated_at'
>;

/** A profile of an organization's own. */
export type StoredWorkRestProfile = RecordOf<Selectable<Tables['work_rest_profiles']>>;
export type StoredRiskProfile = RecordOf<Selectable<Tables['risk_profiles']>>;

/** Another profile of the organization is called so, in whatever case. */
export class ProfileNameTaken extends Error {}
/** Something uses the profile that was to be removed. */
export class ProfileInUse extends Error {}
/** The organization has as many as it may. */
export class TooManyProfiles extends Error {}

export const maxProfiles = 100;

/** What can be done with the profiles of one kind. */
interface ProfileStore<Profile, Draft> {
  /** By name. */
  list(db: Database, organizationId: string): Promise<Profile[]>;
  find(db: Database, organizationId: string, id: string): Promise<Profile | undefined>;
  /**
   * Throws `ProfileNameTaken`, `ProfileInUse` (a referenced profile no longer exists) and `TooManyProfiles`.
   */
  insert(db: Database, actor: Actor, organizationId: string, draft: Draft, now: number): Promise<Profile>;
  /**
   * Changes a profile, if it still is the revision that the change is based on; undefined when the
   * organization has no such profile. Throws `StaleRevision` and as `insert` does.
   */
  change(
    db: Database,
    actor: Actor,
    organizationId: string,
    of: { readonly id: string; readonly revision: number },
    draft: Draft,
    now: number,
  ): Promise<Profile | undefined>;
  /** False when the organization has no such profile. Throws `ProfileInUse`. */
  remove(db: Database, actor: Actor, organizationId: string, id: string, now: number): Promise<boolean>;
}

export const workRestProfiles: ProfileStore<StoredWorkRestProfile, WorkRestDraft> = profileStore(
  'work_rest_profiles',
  {
    subject: 'work-rest-profile',
    columns: workRestColumns,
    profileOf: recordOf,
    fields: ({ riskProfileId, ...fields }: WorkRestDraft) => ({ ...fields, ...riskReference(riskProfileId) }),
    words: {
      what: 'this profile',
      labels: { riskProfileId: 'RiskProfileId', publishedRiskProfile: 'RiskProfileId' },
    },
  },
);

export const riskProfiles: ProfileStore<StoredRiskProfile, RiskProfileDraft> = profileStore('risk_profiles', {
  subject: 'risk-profile',
  columns: riskColumns,
  profileOf: recordOf,
  fields: ({ riskLevels, ...fields }: RiskProfileDraft) => ({ ...fields, levels: riskLevels }),
  words: { what: 'this profile', labels: { levels: 'RiskLevels' } },
});

/** Queries of both tables are typed by one of them: the columns that they name are those of both. */
function profileReader<Table extends ProfileTable, Profile>(
  table: Table,
  profileOf: (row: Selectable<Tables[Table]>) => Profile,
): Pick<ProfileStore<Profile, unknown>, 'list' | 'find'> {
  const common = table as 'risk_profiles';
  const own = (db: Database, organizationId: string) =>
    db
      .selectFrom(common)
      .selectAll()
      .where('organization_id', '=', organizationId)
      .$castTo<Selectable<Tables[Table]>>();

  async function list(db: Database, organizationId: string): Promise<Profile[]> {
    const rows = await own(db, organizationId).orderBy(sql`lower(name)`).execute();
    return rows.map((row) => profileOf(row));
  }

  async function find(db: Database, organizationId: string, id: string): Promise<Profile | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await own(db, organizationId).where('id', '=', id).executeTakeFirst();
    return row && profileOf(row);
  }

  return { list, find };
}

/** The two tables of profiles differ only in the content of a profile. */
function profileStore<
  Table extends ProfileTable,
  Draft,
  Profile extends StoredRiskProfile | StoredWorkRestProfile,
>(
  table: Table,
  {
    subject,
    columns,
    profileOf,
    fields,
    words,
  }: {
    readonly subject: 'risk-profile' | 'work-rest-profile';
    readonly columns: (draft: Draft) => ProfileColumns<Table>;
    readonly profileOf: (row: Selectable<Tables[Table]>) => Profile;
    /** The content of a draft under the names of its record. */
    readonly fields: (draft: Draft) => { readonly [Field in keyof Profile]?: unknown };
    readonly words: RecordWords;
  },
): ProfileStore<Profile, Draft> {
  const common = table as 'risk_profiles';
  const { list, find } = profileReader(table, profileOf);
  return {
    list,
    find,
    insert: (db, actor, organizationId, draft, now) =>
      written(db, actor, organizationId, async (transaction) => {
        if ((await list(transaction, organizationId)).length >= maxProfiles) throw new TooManyProfiles();
        const at = new Date(now);
        const values = {
          ...columns(draft),
          organization_id: organizationId,
          created_at: at,
          updated_at: at,
        } as Insertable<Tables['risk_profiles']>;
        const row = await transaction
          .insertInto(common)
          .values(values)
          .returningAll()
          .$castTo<Selectable<Tables[Table]>>()
          .executeTakeFirstOrThrow();
        const after = profileOf(row);
        return { result: after, record: { ...record(`${subject}.added`, after, now), after } };
      }),
    change: (db, actor, organizationId, { id, revision }, draft, now) =>
      written(db, actor, organizationId, async (transaction) => {
        const before = await find(transaction, organizationId, id);
        if (!before) return { result: undefined };
        requireRevision(before, revision, words);
        const values = {
          ...columns(draft),
          ...nextRevision(before, fields(draft)),
          updated_at: new Date(now),
        } as Updateable<Tables['risk_profiles']>;
        const row = await transaction
          .updateTable(common)
          .set(values)
          .where('id', '=', before.id)
          .returningAll()
          .$castTo<Selectable<Tables[Table]>>()
          .executeTakeFirstOrThrow();
        const after = profileOf(row);
        return { result: after, record: { ...record(`${subject}.changed`, after, now), before, after } };
      }),
    remove: (db, actor, organizationId, id, now) =>
      written(db, actor, organizationId, async (transaction) => {
        const before = await find(transaction, organizationId, id);
        if (!before) return { result: false };
        await transaction.deleteFrom(common).where('id', '=', before.id).execute();
        return { result: true, record: { ...record(`${subject}.deleted`, before, now), before } };
      }),
  };
}

function record(
  action: AuditAction,
  { id, organizationId }: StoredRiskProfile | StoredWorkRestProfile,
  now: number,
): AuditRecord {
  return { chain: organizationId, action, recordId: id, now };
}

export interface WorkRestChoice {
  /** Null: the organization's default. */
  readonly organizationLocationId: string | null;
  /** Null: the choice was removed. */
  readonly profileId: string | null;
  readonly revision: number;
}

/** All choices of an organization, also removed ones. */
export async function listChoices(db: Database, organizationId: string): Promise<WorkRestChoice[]> {
  const rows = await db
    .selectFrom('work_rest_choices')
    .select(['organization_location_id', 'published_profile', 'profile_id', 'revision'])
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => ({
    organizationLocationId: row.organization_location_id,
    profileId: row.profile_id ?? row.published_profile,
    revision: row.revision,
  }));
}

/**
 * Chooses an existing profile for a place of the organization, or as its default; `profileId` null removes a
 * choice. Without an earlier choice the revision is 0. Throws `StaleRevision`, and `ProfileInUse` when the
 * profile was deleted meanwhile.
 */
export function saveChoice(
  db: Database,
  actor: Actor,
  organizationId: string,
  choice: Pick<WorkRestChoice, 'organizationLocationId' | 'profileId'> & { revision?: number | undefined },
  now: number,
): Promise<void> {
  return written(db, actor, organizationId, async (transaction) => {
    const { organizationLocationId, profileId } = choice;
    const before = (await listChoices(transaction, organizationId)).find(
      (one) => one.organizationLocationId === organizationLocationId,
    ) ?? { organizationLocationId, profileId: null, revision: 0 };
    const revised = { ...before, fieldRevisions: { profileId: before.revision } };
    requireRevision(revised, choice.revision, { what: 'this choice' });
    const columns = {
      published_profile: profileId === null || isUuid(profileId) ? null : profileId,
      profile_id: profileId !== null && isUuid(profileId) ? profileId : null,
      chosen_at: new Date(now),
      ...nextRevision(revised, { profileId }),
    };
    await transaction
      .insertInto('work_rest_choices')
      .values({
        organization_id: organizationId,
        organization_location_id: organizationLocationId,
        ...columns,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'organization_location_id']).doUpdateSet(columns),
      )
      .execute();
    const record: AuditRecord = {
      ...{ chain: organizationId, action: 'work-rest-choice.changed', recordId: organizationLocationId, now },
      ...{ before: { profileId: before.profileId }, after: { profileId } },
    };
    return { result: undefined, record };
  });
}

/**
 * Runs a change under the lock of the organization and notifies everybody of it; a `record` is of what it changed,
 * for the audit. What the constraints refuse becomes an error of this store.
 */
async function written<T>(
  db: Database,
  actor: Actor,
  organizationId: string,
  work: (transaction: Database) => Promise<{ readonly result: T; readonly record?: AuditRecord }>,
): Promise<T> {
  try {
    return await withOrganizationLock(db, organizationId, async (transaction) => {
      const { result, record } = await work(transaction);
      if (!record) return result;
      await notify(transaction, { topic: 'profiles', ids: [organizationId] });
      await appendAudit(transaction, actor, record);
      return result;
    });
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint?.endsWith('_name')) throw new ProfileNameTaken();
    if (code === '23503') throw new ProfileInUse();
    throw error;
  }
}

/** A risk profile is a published one, by its name, or one of the organization's own. */
function riskReference(id: string | null): {
  publishedRiskProfile: string | null;
  riskProfileId: string | null;
} {
  const isOwn = id !== null && isUuid(id);
  return { publishedRiskProfile: isOwn ? null : id, riskProfileId: isOwn ? id : null };
}

function workRestColumns(draft: WorkRestDraft) {
  const { publishedRiskProfile, riskProfileId } = riskReference(draft.riskProfileId);
  return {
    name: draft.name,
    primary_metric: draft.primaryMetric,
    custom_stop_text: draft.customStopText,
    custom_continuous_text: draft.customContinuousText,
    use_risk_profile: draft.useRiskProfile,
    published_risk_profile: publishedRiskProfile,
    risk_profile_id: riskProfileId,
    intensities: JSON.stringify(draft.intensities),
    modifiers: JSON.stringify(draft.modifiers),
    matrices: JSON.stringify(draft.matrices),
  };
}

function riskColumns({ name, metric, riskLevels }: RiskProfileDraft) {
  return { name, metric, levels: JSON.stringify(riskLevels) };
}
