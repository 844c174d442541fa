import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';

type ConnectionRow = Selectable<Tables['informacast_connections']>;
/** A connection to InformaCast. Its credential is sealed; instants are epoch ms of the wall clock. */
export interface StoredConnection extends RecordOf<ConnectionRow> {
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

const words = { what: 'this connection' };

const read = (row: ConnectionRow): StoredConnection => recordOf(row) as StoredConnection;

/** What the audit says of a connection: nothing of its credential. */
const audited = ({ signsInBy, webhookId }: StoredConnection) => ({ signsInBy, webhookId });

export async function findConnection(
  db: Database,
  organizationId: string,
): Promise<StoredConnection | undefined> {
  const row = await db
    .selectFrom('informacast_connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && read(row);
}

export interface ConnectionInput {
  readonly signsInBy: 'token' | 'client';
  /** Sealed. */
  readonly credential: string;
  readonly userId: string;
  /** The revision that the change is based on; undefined: the last write wins. */
  readonly revision: number | undefined;
}

/** Makes the connection of an organization, or gives it another credential. Throws `StaleRevision`. */
export function saveConnection(
  db: Database,
  actor: Actor,
  organizationId: string,
  { signsInBy, credential, userId, revision }: ConnectionInput,
  { wallNow, now }: { wallNow: number; now: number },
): Promise<StoredConnection> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findConnection(transaction, organizationId);
    if (before) requireRevision(before, revision, words);
    const values = {
      ...{ signs_in_by: signsInBy, credential, user_id: userId, problem: null },
      connected_at: new Date(wallNow),
    };
    const row = before
      ? await transaction
          .updateTable('informacast_connections')
          .set({ ...values, ...nextRevision(before, { credential }) })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await transaction
          .insertInto('informacast_connections')
          .values({ ...values, organization_id: organizationId })
          .returningAll()
          .executeTakeFirstOrThrow();
    const after = read(row);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'informacast.connected', recordId: after.id, now },
      ...{ before: null, after: audited(after) },
    });
    return after;
  });
}

/** Removes a connection with its triggers and what waits of them; false when there is none. */
export function removeConnection(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('informacast_connections')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: row.organization_id, action: 'informacast.disconnected', recordId: row.id, now },
      ...{ before: audited(read(row)), after: null },
    });
    return true;
  });
}

/** Notes why the credential was refused when it was last used, or that it was not (null). */
export async function noteProblem(
  db: Database,
  _actor: Actor,
  connectionId: string,
  problem: string | null,
): Promise<void> {
  await sql`
    update informacast_connections set problem = ${problem}
    where id = ${connectionId}::uuid and problem is distinct from ${problem}`.execute(db);
}
