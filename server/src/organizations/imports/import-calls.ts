import type { ImportOutcome, ImportPreview, ImportRow } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { type Actor, actorOf } from '../../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../../platform/audit/audit.store.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { writeCsv } from '../../platform/csv/write-csv.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { FileAnswer, type Limits, type Principal } from '../../platform/http/serve.ts';
import { withOrganizationLock } from '../organization-lock.store.ts';
import {
  findImport,
  type ImportKindName,
  importActions,
  insertImport,
  type PlannedRow,
  readImportRows,
  takeImport,
} from './imports.store.ts';
import { inSteps } from './in-steps.ts';
import { type CsvColumn, type CsvFile, maxImportBytes, readCsv } from './read-csv.ts';

/** Records changed since the preview, so that it cannot be imported as it was shown. Nothing is stored. */
export class ImportOutdated extends Error {
  /** Numbers of the rows. */
  readonly rows: readonly number[];
  constructor(rows: readonly number[]) {
    super('Records changed since the preview of an import.');
    this.rows = rows;
  }
}

/** What the audit says of an import: what was added and changed. */
export type ImportRecord = Pick<AuditRecord, 'before' | 'after' | 'personal'>;

/** What differs between the imports of one kind of record and another. */
export interface ImportKind<Input> {
  readonly name: ImportKindName;
  readonly columns: Readonly<Record<string, CsvColumn>>;
  readonly maxRows: number;
  /** What would become of each row. Lets others run in between. */
  plan(principal: Principal, file: CsvFile): Promise<PlannedRow<Input>[]>;
  /**
   * Stores rows in a transaction that holds the lock of the organization. Throws `ImportOutdated` when one of them
   * cannot be stored as it was shown. What it returns goes into the entry of the import.
   */
  store(
    transaction: Database,
    actor: Actor,
    principal: Principal,
    rows: readonly PlannedRow<Input>[],
  ): Promise<ImportRecord>;
}

/** The calls of an import: a file is read and shown, and stored when it is asked for. */
export interface ImportCalls {
  preview(principal: Principal, body: unknown): Promise<ImportPreview>;
  rows(
    principal: Principal,
    id: string,
    part: { readonly outcome?: ImportOutcome | undefined; readonly offset?: number | undefined },
  ): Promise<{ total: number; rows: ImportRow[] }>;
  errors(principal: Principal, id: string): Promise<FileAnswer>;
  store(principal: Principal, id: string): Promise<{ message: string; added: number; changed: number }>;
}

const rowsPerPage = 100;
/** A preview reads and compares thousands of rows. */
export const importLimits: Limits = { writesPerMinute: 20, isSecret: true };

/** Registers routes whose body is a CSV file. */
export async function withCsvBodies(
  app: FastifyInstance,
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['text/csv', 'text/plain', 'application/vnd.ms-excel'],
      { parseAs: 'buffer', bodyLimit: maxImportBytes },
      (_request, body, done) => done(null, body),
    );
    routes(scope);
  });
}

export function importCalls<Input>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  kind: ImportKind<Input>,
): ImportCalls {
  const found = async ({ organizationId, userId }: Principal, id: string) => {
    const stored = await findImport(db, { organizationId, userId, kind: kind.name, id }, clock.now());
    if (!stored) throw notFound('The preview');
    return stored;
  };
  return {
    preview: (principal, body) => preview({ db, clock }, kind, principal, body),
    async rows(principal, id, { outcome, offset = 0 }) {
      const { id: importId } = await found(principal, id);
      const { total, rows } = await readImportRows<Input>(db, importId, {
        outcomes: outcome && [outcome],
        offset,
        limit: rowsPerPage,
      });
      const shown = rows.map(({ cells: _cells, input: _input, notes, ...row }) => ({
        ...row,
        notes: [...notes],
      }));
      return { total, rows: shown };
    },
    async errors(principal, id) {
      const { id: importId, columns } = await found(principal, id);
      const { rows } = await readImportRows<Input>(db, importId, {
        outcomes: ['error'],
        limit: kind.maxRows,
      });
      const lines = await inSteps(rows, ({ cells, notes }) => [
        ...columns.map((_, index) => cells[index] ?? ''),
        notes.join('. '),
      ]);
      const text = writeCsv([[...columns, 'Error'], ...lines]);
      return new FileAnswer(Buffer.from(text), 'text/csv; charset=utf-8', 'no-store');
    },
    async store(principal, id) {
      const { id: importId } = await found(principal, id);
      return store(db, kind, { principal, importId, now: clock.now() });
    },
  };
}

async function preview<Input>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  kind: ImportKind<Input>,
  principal: Principal,
  body: unknown,
): Promise<ImportPreview> {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid({ File: ['Choose a CSV file.'] });
  const file = await readCsv(body, kind.columns, kind);
  if (file.rows.length === 0) throw invalid({ File: ['The file has no rows below its header.'] });
  const rows = await kind.plan(principal, file);
  const { organizationId, userId } = principal;
  const id = await insertImport(
    db,
    actorOf(principal),
    { organizationId, userId, kind: kind.name },
    { columns: file.header, rows },
    clock.now(),
  );
  const counts = { add: 0, change: 0, skip: 0, error: 0, check: 0 };
  for (const { outcome, check } of rows) {
    counts[outcome] += 1;
    if (check && outcome !== 'error') counts.check += 1;
  }
  return { id, counts, ignoredColumns: [...file.ignored] };
}

async function store<Input>(
  db: Database,
  kind: ImportKind<Input>,
  { principal, importId, now }: { principal: Principal; importId: string; now: number },
): Promise<{ message: string; added: number; changed: number }> {
  const actor = actorOf(principal);
  const { rows } = await readImportRows<Input>(db, importId, {
    outcomes: ['add', 'change'],
    limit: kind.maxRows,
  });
  const added = rows.filter(({ outcome }) => outcome === 'add').length;
  const counted = { added, changed: rows.length - added };
  const stored = withOrganizationLock(db, principal.organizationId, async (transaction) => {
    if (!(await takeImport(transaction, actor, importId))) throw notFound('The preview');
    const record = await kind.store(transaction, actor, principal, rows);
    await appendAudit(transaction, actor, {
      ...{ chain: principal.organizationId, action: importActions[kind.name].stored, recordId: importId },
      ...{ ...record, now },
    });
  });
  await stored.catch((error: unknown) => {
    if (!(error instanceof ImportOutdated)) throw error;
    const shown = error.rows.slice(0, 20).join(', ');
    const more = error.rows.length > 20 ? ` and ${error.rows.length - 20} more` : '';
    const sentence = `Something changed since the preview in row ${shown}${more}. Nothing was imported. Choose the file again.`;
    throw conflict(sentence, { File: [sentence] });
  });
  return { message: `${added} added, ${counted.changed} changed`, ...counted };
}
