// Over 300 lines: the demonstration organization is written in one transaction.
import { randomUUID } from 'node:crypto';
import { defaultAlertTimes, type PolicyDraft, type PracticeTime, type Role } from '@allclear/domain';
import { sql } from 'kysely';
import { saveChoice } from '../heat/index.ts';
import { savePracticeTimes } from '../locations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import { insertShow } from '../shows/index.ts';
import { simulatedStationVendor } from '../stations/index.ts';
import { type DemonstrationShow, showAt } from './demonstration-show.ts';
import { insertDemonstrationHardware } from './hardware.store.ts';

export interface DemonstrationContents {
  readonly name: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly consultationEmail: string;
  readonly accounts: readonly {
    readonly role: Role;
    readonly displayName: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly group: string;
  }[];
  /** Names of user groups. */
  readonly groups: readonly string[];
  readonly places: readonly {
    readonly label: string;
    readonly address: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly timeZone: string;
    /** Names of its groups; none means all. */
    readonly groups: readonly string[];
    /** A simulated weather station has no key, so no device can report for it. */
    readonly station?: { readonly name: string; readonly model: string; readonly elevationM: number };
  }[];
  readonly policies: readonly PolicyDraft[];
  /** Work/rest profiles, by id: of the organization, and of places by their labels. */
  readonly workRest: { readonly profileId: string; readonly byPlace: Readonly<Record<string, string>> };
  /** Whether it has the simulated devices: not on live weather. */
  readonly hasHardware: boolean;
  /** Simulated cameras, the first at the first place and so on: on simulated weather. */
  readonly cameras: readonly { readonly name: string; readonly protocol: string }[];
  /** A show at places by their labels; none when it is of other places. */
  readonly show: DemonstrationShow;
  /** Practice times, of places by their labels. */
  readonly practices: Readonly<Record<string, readonly Omit<PracticeTime, 'id'>[]>>;
}

/** Whether the database has no organization yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Fills an empty database with one organization: its accounts and their groups, its
 * locations with their stations and policies, and each account's own locations. Two processes
 * that start at once agree on who does it. Returns the user ids by role, or null when there is an
 * organization already.
 */
export async function seedDemonstration(
  db: Database,
  actor: Actor,
  contents: DemonstrationContents,
  now: number,
): Promise<{ organizationId: string; userIds: Record<string, string> } | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7263004)`.execute(transaction);
    if (!(await isEmpty(transaction))) return null;
    const at = new Date(now);
    const { id: organizationId } = await transaction
      .insertInto('organizations')
      .values({
        name: contents.name,
        support_email: contents.supportEmail,
        support_phone: contents.supportPhone,
        consultation_email: contents.consultationEmail,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const timeZone = contents.places[0]?.timeZone ?? 'America/Chicago';
    const groupIds = await insertGroups(transaction, organizationId, contents.groups, timeZone, at);
    const owner = { organizationId, groupIds, timeZone, at };
    const places = await insertPlaces(transaction, owner, contents.places);
    const userIds = await insertAccounts(transaction, owner, contents.accounts, places);
    for (const policy of contents.policies) await insertPolicy(transaction, organizationId, policy, at);
    await saveChoice(
      transaction,
      actor,
      organizationId,
      { organizationLocationId: null, profileId: contents.workRest.profileId },
      now,
    );
    for (const { id, label } of places) {
      const profileId = contents.workRest.byPlace[label];
      if (profileId)
        await saveChoice(transaction, actor, organizationId, { organizationLocationId: id, profileId }, now);
      const times = contents.practices[label]?.map((time) => ({ ...time, id: randomUUID() }));
      if (times) await savePracticeTimes(transaction, actor, { organizationId, id }, () => times, now);
    }
    const cameras: { id: string; name: string }[] = [];
    for (const [index, { name, protocol }] of contents.cameras.entries()) {
      const { id } = await transaction
        .insertInto('cameras')
        .values({
          ...{
            organization_id: organizationId,
            ...{ name, kind: 'simulated', address: protocol },
            created_at: at,
            updated_at: at,
          },
          organization_location_id: places[index]?.id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      cameras.push({ id, name });
    }
    const show = showAt(contents.show, places, cameras);
    if (show) await insertShow(transaction, actor, organizationId, show, now);
    if (contents.hasHardware)
      await insertDemonstrationHardware(transaction, actor, organizationId, places, now);
    const { name, supportEmail, supportPhone, consultationEmail } = contents;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'organization.added', recordId: organizationId, now },
      after: { name, supportEmail, supportPhone, consultationEmail },
    });
    return { organizationId, userIds };
  });
}

interface Owner {
  readonly organizationId: string;
  /** Ids of the groups by their names. */
  readonly groupIds: ReadonlyMap<string, string>;
  readonly timeZone: string;
  readonly at: Date;
}

type Place = DemonstrationContents['places'][number];

function groupIdOf({ groupIds }: Owner, name: string): string {
  const id = groupIds.get(name);
  if (id === undefined) throw new Error(`The demonstration has no group ${name}.`);
  return id;
}

async function insertPlaces(
  transaction: Database,
  owner: Owner,
  contents: readonly Place[],
): Promise<(Place & { readonly id: string })[]> {
  const { organizationId, at } = owner;
  const places: (Place & { readonly id: string })[] = [];
  for (const place of contents) {
    const { id } = await transaction
      .insertInto('organization_locations')
      .values({
        organization_id: organizationId,
        name: place.label,
        address: place.address,
        latitude: place.latitude,
        longitude: place.longitude,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    places.push({ ...place, id });
    if (place.station)
      await insertSimulatedStation(transaction, organizationId, { ...place, id }, place.station, at);
    for (const group of place.groups) {
      await transaction
        .insertInto('organization_location_groups')
        .values({
          organization_location_id: id,
          group_id: groupIdOf(owner, group),
          organization_id: organizationId,
        })
        .execute();
    }
  }
  return places;
}

/** The accounts, each with the places as own locations. Returns the user ids by role. */
async function insertAccounts(
  transaction: Database,
  owner: Owner,
  accounts: DemonstrationContents['accounts'],
  places: readonly (Place & { readonly id: string })[],
): Promise<Record<string, string>> {
  const { organizationId, timeZone, at } = owner;
  const userIds: Record<string, string> = {};
  for (const account of accounts) {
    const { id: userId } = await transaction
      .insertInto('users')
      .values({
        organization_id: organizationId,
        email: account.email,
        user_name: account.email,
        password_hash: account.passwordHash,
        first_name: 'Demonstration',
        last_name: account.displayName,
        phone_number: null,
        role: account.role,
        time_zone: timeZone,
        group_id: groupIdOf(owner, account.group),
        email_notifications: true,
        created_at: at,
        activated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    userIds[account.role] = userId;
    for (const place of places) {
      await transaction
        .insertInto('locations')
        .values({
          organization_id: organizationId,
          user_id: userId,
          organization_location_id: place.id,
          label: place.label,
          location_name: place.address,
          latitude: place.latitude,
          longitude: place.longitude,
          radius1: 10,
          radius2: 20,
          radius3: 30,
          all_clear_minutes: 30,
          flags: 0,
          time_zone: place.timeZone,
          created_at: at,
          updated_at: at,
        })
        .execute();
    }
  }
  return userIds;
}

async function insertGroups(
  transaction: Database,
  organizationId: string,
  names: readonly string[],
  timeZone: string,
  at: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of names) {
    const { id } = await transaction
      .insertInto('groups')
      .values({
        organization_id: organizationId,
        name,
        time_zone: timeZone,
        alert_times: JSON.stringify(defaultAlertTimes()),
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(name, id);
  }
  return ids;
}

async function insertSimulatedStation(
  transaction: Database,
  organizationId: string,
  place: { readonly id: string; readonly latitude: number; readonly longitude: number },
  { name, model, elevationM }: NonNullable<DemonstrationContents['places'][number]['station']>,
  at: Date,
): Promise<void> {
  await transaction
    .insertInto('stations')
    .values({
      id: randomUUID(),
      vendor: simulatedStationVendor,
      organization_id: organizationId,
      organization_location_id: place.id,
      name,
      model,
      latitude: place.latitude,
      longitude: place.longitude,
      elevation_m: elevationM,
      wind_height_m: 10,
      rain_factor: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function insertPolicy(
  transaction: Database,
  organizationId: string,
  policy: PolicyDraft,
  at: Date,
): Promise<void> {
  const { id } = await transaction
    .insertInto('policies')
    .values({
      organization_id: organizationId,
      type_short_name: policy.policyTypeShortName,
      name: '',
      threshold: policy.threshold,
      all_clear_minutes: policy.allClearMinutes,
      re_alert_minutes: policy.reAlertMinutes,
      all_groups: policy.allGroups,
      events: [...policy.events],
      life_safety: policy.lifeSafety,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const action of policy.notificationActions) {
    await transaction
      .insertInto('policy_actions')
      .values({
        policy_id: id,
        organization_id: organizationId,
        all_clear: action.allClear,
        message: action.message,
      })
      .execute();
  }
}

/** The demonstration account with this email address. */
export async function accountIdOf(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('role', '<>', 'notification-only')
    .executeTakeFirst();
  return row?.id;
}

export async function organizationOf(db: Database, userId: string): Promise<string | undefined> {
  return (
    (await db.selectFrom('users').select('organization_id').where('id', '=', userId).executeTakeFirst())
      ?.organization_id ?? undefined
  );
}
