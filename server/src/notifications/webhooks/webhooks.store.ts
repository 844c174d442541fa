import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';

type WebhookRecord = RecordOf<Selectable<Tables['webhooks']>>;
/** A webhook. Instants are epoch ms of the wall clock, but `createdAt` of those made long ago. */
export interface StoredWebhook extends WebhookRecord {
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

/** Thrown when the organization has as many as it may. */
export class TooManyWebhooks extends Error {}

/** Thrown when the secret was renewed less than a minute ago. */
export class RenewedLately extends Error {}

const words = { what: 'this webhook', labels: { organizationLocationIds: 'OrganizationLocationIds' } };
const renewEveryMs = 60_000;
/** A secret that was replaced signs for so long. */
const previousSecretMs = 24 * 3_600_000;

function read(row: Selectable<Tables['webhooks']>): StoredWebhook {
  return recordOf(row) as StoredWebhook;
}

export async function listWebhooks(db: Database, organizationId: string): Promise<StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export async function findWebhook(db: Database, key: RecordKey): Promise<StoredWebhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && read(row);
}

/** What people choose of a webhook. */
export interface WebhookInput {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly kinds: readonly string[] | null;
  readonly organizationLocationIds: readonly string[] | null;
}

interface Times {
  /** Epoch ms of the wall clock. */
  readonly wallNow: number;
  /** Epoch ms of the product clock. */
  readonly now: number | null;
}

function columnsOf({ url, name, description, kinds, organizationLocationIds }: WebhookInput) {
  return {
    ...{ url, name, description },
    kinds: kinds && [...kinds],
    organization_location_ids:
      organizationLocationIds && sql<string[]>`${[...organizationLocationIds]}::uuid[]`,
  };
}

/** What the audit says of a webhook: its address without the path, which is often a key, and no secret. */
function audited({ url, name, description, kinds, organizationLocationIds, enabled }: StoredWebhook): object {
  return { host: URL.parse(url)?.host ?? '', name, description, kinds, organizationLocationIds, enabled };
}

/** Throws `TooManyWebhooks` beyond `limit`. */
export function insertWebhook(
  db: Database,
  actor: Actor,
  organizationId: string,
  { secret, userId, ...input }: WebhookInput & { secret: string; userId: string | null },
  { wallNow, now, limit = Number.POSITIVE_INFINITY }: Times & { limit?: number },
): Promise<StoredWebhook> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const { count } = await transaction
      .selectFrom('webhooks')
      .select((where) => where.fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limit) throw new TooManyWebhooks();
    const made = read(
      await transaction
        .insertInto('webhooks')
        .values({
          ...columnsOf(input),
          organization_id: organizationId,
          secret,
          user_id: userId,
          created_at: new Date(wallNow),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'webhook.added', recordId: made.id, now },
      ...{ before: null, after: audited(made) },
    });
    return made;
  });
}

async function lockWebhook(transaction: Database, key: RecordKey): Promise<StoredWebhook | undefined> {
  const row = await transaction
    .selectFrom('webhooks')
    .selectAll()
    .where(hasKey(key))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && read(row);
}

/** Changes a webhook; undefined when there is none. Throws `StaleRevision`. */
export function changeWebhook(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  change: Partial<WebhookInput & { readonly enabled: boolean }>,
  now: number,
): Promise<StoredWebhook | undefined> {
  return inTransaction(db, async (transaction) => {
    const before = await lockWebhook(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const { enabled = before.enabled } = change;
    const after = read(
      await transaction
        .updateTable('webhooks')
        .set({
          ...columnsOf({ ...before, ...change }),
          enabled,
          // One that is switched on again has its three days before it.
          ...(enabled !== before.enabled && {
            off_because: enabled ? null : 'by-hand',
            failing_since: null,
          }),
          ...nextRevision(before, change),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await appendAudit(transaction, actor, {
      ...{ chain: after.organizationId, action: 'webhook.changed', recordId: after.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** Gives a webhook another secret; undefined when there is none. Throws `RenewedLately`. */
export function renewSecret(
  db: Database,
  actor: Actor,
  key: RecordKey,
  secret: string,
  { wallNow, now }: Times,
): Promise<StoredWebhook | undefined> {
  return inTransaction(db, async (transaction) => {
    const before = await lockWebhook(transaction, key);
    if (!before) return undefined;
    if (before.secretRenewedAt !== null && before.secretRenewedAt > wallNow - renewEveryMs)
      throw new RenewedLately();
    const after = read(
      await transaction
        .updateTable('webhooks')
        .set({
          secret,
          previous_secret: before.secret,
          previous_secret_ends_at: new Date(wallNow + previousSecretMs),
          secret_renewed_at: new Date(wallNow),
          ...nextRevision(before, { secret }),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await appendAudit(transaction, actor, {
      ...{ chain: after.organizationId, action: 'webhook.secret-renewed', recordId: after.id, now },
    });
    return after;
  });
}

/** False when the organization has no such webhook. */
export function removeWebhook(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number | null,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction.deleteFrom('webhooks').where(hasKey(key)).returningAll().executeTakeFirst();
    if (!row) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: row.organization_id, action: 'webhook.deleted', recordId: row.id, now },
      ...{ before: audited(read(row)), after: null },
    });
    return true;
  });
}
