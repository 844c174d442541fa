import type { ImportOutcome } from '@allclear/contract';
import type { AuditAction } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { inSteps } from './in-steps.ts';

/** What an import would do with a row. `Input` is what is stored of it; JSON. */
export interface PlannedRow<Input> {
  /** As a spreadsheet numbers it: the header is row 1. */
  readonly row: number;
  readonly outcome: ImportOutcome;
  readonly title: string;
  readonly details: string;
  /** Why it is wrong, what was changed, what to check. */
  readonly notes: readonly string[];
  readonly check: boolean;
  /** The cells as they stand in the file, of a wrong row. */
  readonly cells: readonly string[];
  /** Null for a row that is wrong or skipped. */
  readonly input: Input | null;
}

export type ImportKindName = 'places' | 'people';

/** A preview of its maker; another person's does not exist. */
export interface ImportKey {
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: ImportKindName;
  readonly id: string;
}

/** What the audit calls the two steps of an import. */
export const importActions = {
  people: { previewed: 'user-import.previewed', stored: 'user-import.stored' },
  places: {
    previewed: 'organization-location-import.previewed',
    stored: 'organization-location-import.stored',
  },
} as const satisfies Record<ImportKindName, { previewed: AuditAction; stored: AuditAction }>;

export interface StoredImport {
  readonly id: string;
  readonly columns: readonly string[];
}

/** How long a preview is kept, ms. */
export const importKeptMs = 60 * 60_000;
const previewsPerPerson = 4;
const rowsPerInsert = 500;

/** Keeps a preview, in the place of the oldest one of a person who has several of the kind. */
export async function insertImport(
  db: Database,
  actor: Actor,
  { organizationId, userId, kind }: Omit<ImportKey, 'id'>,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly PlannedRow<unknown>[] },
  now: number,
): Promise<string> {
  const portions = Array.from({ length: Math.ceil(rows.length / rowsPerInsert) }, (_, index) =>
    rows.slice(index * rowsPerInsert, (index + 1) * rowsPerInsert),
  );
  return db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('imports')
      .where('id', 'in', (query) =>
        query
          .selectFrom('imports')
          .select('id')
          .where('user_id', '=', userId)
          .where('kind', '=', kind)
          .orderBy('created_at', 'desc')
          .offset(previewsPerPerson - 1),
      )
      .execute();
    const { id } = await transaction
      .insertInto('imports')
      .values({
        organization_id: organizationId,
        user_id: userId,
        kind,
        columns: [...columns],
        created_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const portion of portions) {
      const texts = await inSteps(portion, ({ row, outcome, ...content }) =>
        JSON.stringify({ row, outcome, content }),
      );
      await sql`
        insert into import_rows (import_id, position, outcome, content)
        select ${id}, r."row", r.outcome, r.content
        from jsonb_to_recordset(${`[${texts.join(',')}]`}::jsonb) as r("row" int, outcome text, content jsonb)`.execute(
        transaction,
      );
    }
    const outcomes = Object.groupBy(rows, ({ outcome }) => outcome);
    const counts = Object.entries(outcomes).map(([outcome, { length }]) => [outcome, length]);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: importActions[kind].previewed, recordId: id, now },
      after: { columns, rows: Object.fromEntries(counts) },
    });
    return id;
  });
}

/** Undefined when there is none, or it is older than an hour. */
export async function findImport(
  db: Database,
  { organizationId, userId, kind, id }: ImportKey,
  now: number,
): Promise<StoredImport | undefined> {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom('imports')
    .select(['id', 'columns'])
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(now - importKeptMs))
    .executeTakeFirst();
}

/** The rows of a preview that exists, by their number. */
export async function readImportRows<Input>(
  db: Database,
  importId: string,
  {
    outcomes,
    offset = 0,
    limit,
  }: { outcomes?: readonly ImportOutcome[] | undefined; offset?: number; limit: number },
): Promise<{ total: number; rows: PlannedRow<Input>[] }> {
  const chosen = outcomes ?? (['add', 'change', 'skip', 'error'] as const);
  const query = db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('outcome', 'in', [...chosen]);
  const { total } = await query
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['position', 'outcome', 'content'])
    .orderBy('position')
    .offset(offset)
    .limit(limit)
    .execute();
  return {
    total: Number(total),
    rows: rows.map(({ position, outcome, content }) => ({
      ...(content as Omit<PlannedRow<Input>, 'row' | 'outcome'>),
      row: position,
      outcome: outcome as ImportOutcome,
    })),
  };
}

/**
 * Removes a preview in the transaction that imports it, so that it is imported once; false when it is gone. The entry is
 * that of the import.
 */
export async function takeImport(transaction: Database, _actor: Actor, importId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('imports')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Removes previews that were made before an instant, epoch ms. No entry: nobody asked for it, and nothing is lost. */
export async function dropImportsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('imports').where('created_at', '<', new Date(before)).execute();
}
