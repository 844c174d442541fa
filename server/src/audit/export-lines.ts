import type { AuditEntryRow } from '@allclear/contract';
import { auditActions, auditFormat, canonicalJson } from '@allclear/domain';
import { csvLine, csvStart } from '../platform/csv/write-csv.ts';
import type { Database } from '../platform/database/database.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { digestsOf, presentEntries } from './present-entry.ts';
import { type SigningKey, signedFields, signFields } from './signed-head.ts';
import {
  type ChainHead,
  type EntryFilter,
  readHeads,
  readInOrder,
  readValues,
  type StoredEntry,
  type StoredValue,
} from './store.ts';

const batchSize = 500;

/**
 * A chain up to a head as JSON lines (docs/audit.md): a signed header, then an entry a line. Each part has some whole
 * lines. Verified by `scripts/audit-verify.mjs` with nothing else.
 */
export async function* exportJsonLines(
  db: Database,
  { chain, sequence, hash }: ChainHead,
  { key, now }: { key: SigningKey; now: number },
): AsyncGenerator<string> {
  const heads = (await readHeads(db, chain)).filter((head) => head.sequence <= sequence);
  const header = {
    ...{ kind: 'audit-export', format: auditFormat, chain, entries: sequence, hash },
    ...{ exportedAt: isoTime(now), publicKey: key.publicHex, heads: heads.map(signedFields) },
  };
  yield `${canonicalJson({ ...header, signature: signFields(key, header) })}\n`;
  for await (const entries of batches(db, chain, sequence)) {
    const digests = entries.map(({ body }) => digestsOf(body));
    const values = await readValues(db, chain, [...new Set(digests.flat())]);
    yield entries.map((entry, index) => exportLine(entry, digests[index] ?? [], values)).join('');
  }
}

/** The canonical JSON stands in the line byte by byte as it was hashed. */
function exportLine(
  { body, hash }: Pick<StoredEntry, 'body' | 'hash'>,
  digests: readonly string[],
  stored: ReadonlyMap<string, StoredValue>,
): string {
  const values = digests.map((digest) => {
    const kept = stored.get(digest);
    return [digest, kept ? { salt: kept.salt, value: kept.value } : null];
  });
  return `{"entry":${body},"hash":"${hash}","values":${canonicalJson(Object.fromEntries(values))}}\n`;
}

const columns = [
  ...[
    'Number',
    'Time',
    'Product time',
    'Action',
    'What',
    'Record',
    'Record name',
    'Person',
    'Person id',
    'By',
  ],
  ...['Operator', 'Operator id', 'Network', 'Request', 'Before', 'After', 'Reason', 'Hash'],
];

/** Entries of a filter up to a head as CSV, oldest first, with names of today. */
export async function* exportCsv(
  db: Database,
  { chain, sequence }: ChainHead,
  filter: EntryFilter,
): AsyncGenerator<string> {
  yield `${csvStart}${csvLine(columns)}`;
  for await (const entries of batches(db, chain, sequence, filter)) {
    const rows = await presentEntries(db, chain, entries);
    yield rows.map((row) => csvLine(cellsOf(row))).join('');
  }
}

function cellsOf(row: AuditEntryRow): string[] {
  const { actor } = row;
  const words: Readonly<Record<string, string>> = auditActions;
  const json = (fields: object | null) => (fields === null ? '' : canonicalJson(fields));
  return [
    ...[String(row.sequence), row.at, row.productAt ?? '', row.action, words[row.action] ?? ''],
    ...[row.recordId ?? '', row.recordName ?? '', actor.name ?? '', actor.id, actor.via ?? actor.kind],
    ...[actor.operatorName ?? '', actor.operatorId ?? '', actor.network ?? '', actor.requestId ?? ''],
    ...[json(row.before), json(row.after), row.reason ?? '', row.hash],
  ];
}

async function* batches(
  db: Database,
  chain: string,
  through: number,
  filter: EntryFilter = {},
): AsyncGenerator<StoredEntry[]> {
  let after = 0;
  while (true) {
    const entries = await readInOrder(db, chain, { filter, after, through, limit: batchSize });
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < batchSize) return;
    after = last.sequence;
  }
}
