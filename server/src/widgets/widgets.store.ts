import { randomBytes } from 'node:crypto';
import type { WidgetDraft } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A widget with the name of its organization. */
export interface StoredWidget
  extends Omit<RecordOf<Selectable<Tables['widgets']>>, 'forecasts' | 'allowedOrigins'> {
  readonly organizationName: string;
  readonly forecasts: WidgetDraft['forecasts'];
  readonly allowedSites: WidgetDraft['allowedSites'];
}

/** Which widgets somebody may read and change: those of an organization, or all (null). */
export type WidgetScope = string | null;

/** A widget by its id, with the revision that a change is based on. */
export interface WidgetKey {
  readonly scope: WidgetScope;
  readonly id: string;
  readonly revision?: number | undefined;
}

/** Checks a widget in the transaction that saves it; throws to refuse it. */
export type WidgetCheck = (
  transaction: Database,
  organizationId: string,
  before: StoredWidget | null,
) => Promise<void>;

interface Saving {
  /** Product time, epoch ms. */
  readonly now: number;
  readonly check: WidgetCheck;
}

/** Thrown when the organization has as many as it may. */
export class TooManyWidgets extends Error {}

export const maxWidgets = 500;

const words: RecordWords = {
  what: 'this widget',
  labels: {
    organizationLocationId: 'OrgLocId',
    policyIds: 'Policies',
    conditions: 'WidgetConditions',
    forecasts: 'WidgetForecasts',
    message: 'HeaderMessage',
    messageExpiresAt: 'HeaderMessageExpiration',
  },
};

function widgetsQuery(db: Database) {
  return db
    .selectFrom('widgets')
    .innerJoin('organizations', 'organizations.id', 'widgets.organization_id')
    .selectAll('widgets')
    .select('organizations.name as organization_name');
}

type WidgetRow = Selectable<Tables['widgets']> & { organization_name: string };

function widgetOf(row: WidgetRow): StoredWidget {
  const { allowedOrigins, ...widget } = recordOf(row);
  return { ...widget, allowedSites: allowedOrigins, forecasts: row.forecasts as WidgetDraft['forecasts'] };
}

/** By name; of every organization when the scope is all. */
export async function listWidgets(db: Database, scope: WidgetScope): Promise<StoredWidget[]> {
  let query = widgetsQuery(db).orderBy(sql`lower(widgets.name)`).orderBy('widgets.id');
  if (scope !== null) query = query.where('widgets.organization_id', '=', scope);
  return (await query.execute()).map(widgetOf);
}

/** Undefined when there is none in the scope; an id that is no UUID is that of none. */
export async function findWidget(
  db: Database,
  { scope, id }: Pick<WidgetKey, 'scope' | 'id'>,
): Promise<StoredWidget | undefined> {
  if (!isUuid(id)) return undefined;
  let query = widgetsQuery(db).where('widgets.id', '=', id);
  if (scope !== null) query = query.where('widgets.organization_id', '=', scope);
  const row = await query.executeTakeFirst();
  return row && widgetOf(row);
}

/** The widgets of public addresses; one that does not exist is left out, and so is that of a closed organization. */
export async function widgetsOfAddresses(
  db: Database,
  publicIds: readonly string[],
): Promise<StoredWidget[]> {
  if (publicIds.length === 0) return [];
  const rows = await widgetsQuery(db)
    .where(sql<boolean>`widgets.public_id = any(${[...publicIds]}::text[])`)
    .where('organizations.status', '<>', 'CLOSED')
    .execute();
  return rows.map(widgetOf);
}

/** Throws `TooManyWidgets` and what `check` throws; nothing is stored then. */
export function insertWidget(
  db: Database,
  actor: Actor,
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
  draft: WidgetDraft,
  { now, check }: Saving,
): Promise<StoredWidget> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await listWidgets(transaction, organizationId)).length >= maxWidgets) throw new TooManyWidgets();
    await check(transaction, organizationId, null);
    const at = new Date(now);
    const { id } = await transaction
      .insertInto('widgets')
      .values({
        ...{ organization_id: organizationId, public_id: newPublicId(), created_by: createdBy },
        ...{ ...columnsOfDraft(draft), created_at: at, updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = await saved(transaction, id);
    await notify(transaction, { topic: 'widgets', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'widget.added', recordId: id, now },
      ...{ before: null, after: audited(after) },
    });
    return after;
  });
}

/**
 * Changes a widget, if it still is the revision that the change is based on; undefined when there is none in the scope.
 * Throws `StaleRevision` and what `check` throws; nothing is stored then.
 */
export async function changeWidget(
  db: Database,
  actor: Actor,
  { scope, id, revision }: WidgetKey,
  draft: WidgetDraft,
  { now, check }: Saving,
): Promise<StoredWidget | undefined> {
  return withWidget(db, { scope, id }, async (transaction, before) => {
    requireRevision(before, revision, words);
    await check(transaction, before.organizationId, before);
    await transaction
      .updateTable('widgets')
      .set({ ...columnsOfDraft(draft), ...nextRevision(before, draft), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    const after = await saved(transaction, before.id);
    await notify(transaction, { topic: 'widgets', ids: [before.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: before.organizationId, action: 'widget.changed', recordId: before.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** Gives a widget a new public address; undefined when there is none in the scope. */
export async function replaceAddress(
  db: Database,
  actor: Actor,
  key: WidgetKey,
  now: number,
): Promise<StoredWidget | undefined> {
  return withWidget(db, key, async (transaction, before) => {
    await transaction
      .updateTable('widgets')
      .set({ public_id: newPublicId(), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    await notify(transaction, { topic: 'widgets', ids: [before.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: before.organizationId, action: 'widget.address-replaced', recordId: before.id, now },
    });
    return saved(transaction, before.id);
  });
}

/** The widget that was deleted; undefined when there is none in the scope. */
export async function removeWidget(
  db: Database,
  actor: Actor,
  key: WidgetKey,
  now: number,
): Promise<StoredWidget | undefined> {
  return withWidget(db, key, async (transaction, before) => {
    await transaction.deleteFrom('widgets').where('id', '=', before.id).execute();
    await notify(transaction, { topic: 'widgets', ids: [before.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: before.organizationId, action: 'widget.deleted', recordId: before.id, now },
      ...{ before: audited(before), after: null },
    });
    return before;
  });
}

/** Runs `work` under the lock of the widget's organization, with the widget as it is then. */
async function withWidget<T>(
  db: Database,
  key: WidgetKey,
  work: (transaction: Database, before: StoredWidget) => Promise<T>,
): Promise<T | undefined> {
  const found = await findWidget(db, key);
  if (!found) return undefined;
  return withOrganizationLock(db, found.organizationId, async (transaction) => {
    const before = await findWidget(transaction, { scope: found.organizationId, id: found.id });
    return before && work(transaction, before);
  });
}

async function saved(transaction: Database, id: string): Promise<StoredWidget> {
  const widget = await findWidget(transaction, { scope: null, id });
  if (!widget) throw new Error(`The widget ${id} is gone in the transaction that saved it.`);
  return widget;
}

/** 128 random bits. */
function newPublicId(): string {
  return randomBytes(16).toString('base64url');
}

function columnsOfDraft(draft: WidgetDraft) {
  return {
    name: draft.name,
    organization_location_id: draft.organizationLocationId,
    weather_station_id: draft.weatherStationId,
    theme: draft.theme,
    type: draft.type,
    primary_condition: draft.primaryCondition,
    conditions: [...draft.conditions],
    forecasts: JSON.stringify(draft.forecasts),
    policy_group_id: draft.policyGroupId,
    policy_ids: [...draft.policyIds],
    message: draft.message,
    message_expires_at: draft.messageExpiresAt === null ? null : new Date(draft.messageExpiresAt),
    width: draft.width,
    allowed_origins: [...draft.allowedSites],
  };
}

/** Without its address: it grants what the widget shows. */
function audited({
  publicId: _publicId,
  organizationName: _name,
  fieldRevisions: _fields,
  createdBy: _by,
  createdAt: _created,
  updatedAt: _updated,
  ...widget
}: StoredWidget): object {
  return widget;
}

/** Whether the Super Admins of an organization administer the widgets of all. */
export async function administersAllWidgets(db: Database, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('widget_admin')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.widget_admin === true;
}

export interface WidgetOrganization {
  readonly id: string;
  readonly name: string;
}

/** Undefined when there is none; an id that is no UUID is that of none. */
export async function findWidgetOrganization(
  db: Database,
  id: string,
): Promise<WidgetOrganization | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** At most `limit` organizations whose name contains a text in any case, by name. */
export async function searchOrganizations(
  db: Database,
  name: string,
  limit: number,
): Promise<WidgetOrganization[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(sql<boolean>`strpos(lower(name), lower(${name})) > 0`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The groups of an organization, by name. */
export async function widgetGroups(
  db: Database,
  organizationId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Somebody of another organization looked at the widgets of this one: in its chain. */
export function recordWidgetsOpened(
  db: Database,
  actor: Actor,
  organizationId: string,
  now: number,
): Promise<void> {
  return inTransaction(db, (transaction) =>
    appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'widgets.opened', recordId: null, now },
    }),
  );
}
