import { installationChain, type ManagedOrganizationDraft } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { columnsOf, type RecordOf, recordOf } from '../platform/database/record.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** An organization as an operator manages it, with the number of its people who sign in. */
export type ManagedOrganization = RecordOf<Selectable<Tables['organizations']>> & { readonly people: number };

/** What an operator sets; undefined leaves a field as it is. */
export type OrganizationChange = ManagedOrganizationDraft & { readonly widgetAdmin: boolean };

const words: RecordWords = {
  what: 'this organization',
  labels: { cameraMinutes: 'LiveStreamMinutes', widgetAdmin: 'IsWidgetAdmin' },
};

/** All organizations by name, or the one of an id; text that is no id names none. */
export async function listManagedOrganizations(db: Database, id?: string): Promise<ManagedOrganization[]> {
  if (id !== undefined && !isUuid(id)) return [];
  const rows = await db
    .selectFrom('organizations')
    .selectAll('organizations')
    .select(
      sql<number>`(select count(*)::int from users where organization_id = organizations.id
        and role <> 'notification-only' and deleted_at is null)`.as('people'),
    )
    .where((where) => (id === undefined ? where.lit(true) : where('id', '=', id)))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** Thrown when another organization has the name, whatever its case: `create-admin` finds one by its name. */
export class NameTaken extends Error {}

/** Adds an organization that holds every feature. Returns its id. Throws `NameTaken`. The entry is the caller's. */
export async function insertOrganization(
  transaction: Database,
  _actor: Actor,
  {
    name,
    companyType,
    supportEmail,
    supportPhone,
    defaultTimeZone = null,
    now,
  }: {
    name: string;
    companyType: string | null;
    supportEmail: string;
    supportPhone: string;
    /** IANA; null for that of most locations. */
    defaultTimeZone?: string | null;
    /** Epoch ms. */
    now: number;
  },
): Promise<string> {
  await requireFreeName(transaction, name);
  const { id } = await transaction
    .insertInto('organizations')
    .values({
      ...{ name, company_type: companyType, support_email: supportEmail, support_phone: supportPhone },
      ...{ default_time_zone: defaultTimeZone, created_at: new Date(now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes an organization, if it still is the revision that the change is based on. `change` is given what is
 * stored, which no other change can alter meanwhile. Undefined when there is no such organization. Throws
 * `StaleRevision`, `NameTaken` and what `change` throws; nothing is stored then. The entry is in the chain of the
 * organization, whose Admins read it; that it was closed, in the chain of the installation.
 */
export function changeOrganization(
  db: Database,
  actor: Actor,
  { id, revision }: { id: string; revision?: number | undefined },
  change: (before: ManagedOrganization) => OrganizationChange,
): Promise<ManagedOrganization | undefined> {
  return inTransaction(db, async (transaction) => {
    if (!isUuid(id)) return undefined;
    await sql`select from organizations where id = ${id} for no key update`.execute(transaction);
    const [before] = await listManagedOrganizations(transaction, id);
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const next = change(before);
    if (next.name.toLowerCase() !== before.name.toLowerCase()) await requireFreeName(transaction, next.name);
    await transaction
      .updateTable('organizations')
      .set({
        ...columnsOf({ ...next, withheldFeatures: [...next.withheldFeatures] }),
        ...nextRevision(before, next),
      })
      .where('id', '=', before.id)
      .execute();
    const [after] = await listManagedOrganizations(transaction, id);
    await notify(transaction, { topic: 'organizations', ids: [before.id] });
    const isClosed = before.status !== 'CLOSED' && after?.status === 'CLOSED';
    await appendAudit(transaction, actor, {
      chain: isClosed ? installationChain : before.id,
      action: isClosed ? 'organization.closed' : 'organization.changed',
      ...{ recordId: before.id, now: null, before, after: after ?? null },
    });
    return after;
  });
}

async function requireFreeName(transaction: Database, name: string): Promise<void> {
  // As when an organization is made by a command.
  await sql`select pg_advisory_xact_lock(7263005)`.execute(transaction);
  const taken = await transaction
    .selectFrom('organizations')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (taken) throw new NameTaken();
}
