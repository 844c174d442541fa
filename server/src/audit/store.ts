import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import type { SignedHead } from './signed-head.ts';

/** A row of a chain. Beside the canonical JSON stand the columns that are searched. */
export interface StoredEntry {
  readonly sequence: number;
  readonly hash: string;
  /** The canonical JSON, as it was hashed. */
  readonly body: string;
  readonly at: Date;
  readonly actorId: string;
  readonly action: string;
  readonly recordId: string | null;
}

/** Which entries; what is left out is not asked. Instants are epoch ms of the wall clock. */
export interface EntryFilter {
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
  readonly userId?: string | undefined;
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly recordId?: string | undefined;
}

/** The personal value behind a digest. */
export interface StoredValue {
  readonly digest: string;
  readonly salt: string;
  /** Canonical JSON. */
  readonly value: string;
}

const operatorOfBody = sql<string>`substring(body from '"operatorId":"([^"]*)",(?:"requestId":"[^"]*",)?"via":"impersonation"')`;

function selectEntries(db: Database, chain: string) {
  return db
    .selectFrom('audit_entries')
    .select(['sequence', 'hash', 'body', 'at', 'actor_id', 'action', 'record_id'])
    .where('chain', '=', chain);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function entryOf({ sequence, hash, body, at, actor_id, action, record_id }: Row): StoredEntry {
  return { sequence: Number(sequence), hash, body, at, actorId: actor_id, action, recordId: record_id };
}

function filtered(db: Database, chain: string, filter: EntryFilter) {
  const { from, to, userId, subject, action, recordId } = filter;
  return selectEntries(db, chain)
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(subject !== undefined, (query) => query.where(sql`split_part(action, '.', 1)`, '=', subject ?? ''))
    .$if(recordId !== undefined, (query) => query.where('record_id', '=', recordId ?? ''))
    .$if(userId !== undefined, (query) =>
      query.where(sql<boolean>`(actor_id = ${userId} or (position('"via":"impersonation"' in body) > 0
        and ${operatorOfBody} = ${userId}))`),
    );
}

/** The newest entries of a filter whose number is below `before`, newest first. */
export async function readNewest(
  db: Database,
  chain: string,
  { filter, before, limit }: { filter: EntryFilter; before: number | null; limit: number },
): Promise<StoredEntry[]> {
  const rows = await filtered(db, chain, filter)
    .$if(before !== null, (query) => query.where('sequence', '<', String(before)))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** Entries of a filter in their order, after the number `after` up to `through`. */
export async function readInOrder(
  db: Database,
  chain: string,
  range: { filter?: EntryFilter; after: number; through: number; limit: number },
): Promise<StoredEntry[]> {
  const rows = await filtered(db, chain, range.filter ?? {})
    .where('sequence', '>', String(range.after))
    .where('sequence', '<=', String(range.through))
    .orderBy('sequence')
    .limit(range.limit)
    .execute();
  return rows.map(entryOf);
}

export async function findEntry(
  db: Database,
  chain: string,
  sequence: number,
): Promise<StoredEntry | undefined> {
  const row = await selectEntries(db, chain).where('sequence', '=', String(sequence)).executeTakeFirst();
  return row && entryOf(row);
}

export interface ChainHead {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
}

/** The newest entry of a chain as the chain itself has it; 0 and no hash for one without entries. */
export async function readChainHead(db: Database, chain: string): Promise<ChainHead> {
  const row = await db.selectFrom('audit_chains').selectAll().where('chain', '=', chain).executeTakeFirst();
  return row ? { ...row, sequence: Number(row.sequence) } : { chain, sequence: 0, hash: '' };
}

/** Every chain that entries, a head or a signed head tell of, in the order of their names. */
export async function listChains(db: Database): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select chain from audit_chains union select chain from audit_heads
    union select distinct chain from audit_entries order by chain`.execute(db);
  return rows.map(({ chain }) => chain);
}

/** What is kept of the personal values behind digests. */
export async function readValues(
  db: Database,
  chain: string,
  digests: readonly string[],
): Promise<Map<string, StoredValue>> {
  if (digests.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_values')
    .select(['digest', 'salt', 'value'])
    .where('chain', '=', chain)
    .where(sql<boolean>`digest = any(${[...digests]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.digest, row]));
}

/** First and last names by id, of those people who are not erased. Ids that are no UUID have none. */
export async function readNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where(sql<boolean>`id::text = any(${[...ids]}::text[])`)
    // Erased people have neither.
    .where((where) => where.or([where('email', 'is not', null), where('user_name', '<>', '')]))
    .execute();
  return new Map(rows.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}

/** For entries of records: the newest entry up to each that says a name, by the number of the former. */
export async function readNamingBodies(
  db: Database,
  chain: string,
  entries: readonly { readonly recordId: string; readonly sequence: number }[],
): Promise<Map<number, string>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ sequence: string; body: string }>`
    select asked.sequence, naming.body
    from unnest(${entries.map(({ recordId }) => recordId)}::text[],
      ${entries.map(({ sequence }) => String(sequence))}::bigint[]) as asked (record_id, sequence)
    cross join lateral (
      select body from audit_entries
      where chain = ${chain} and record_id = asked.record_id and sequence <= asked.sequence
        and position('"name":"' in body) > 0
      order by audit_entries.sequence desc limit 1
    ) naming`.execute(db);
  return new Map(rows.map(({ sequence, body }) => [Number(sequence), body]));
}

/** The signed heads of a chain in their order. */
export async function readHeads(db: Database, chain: string): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom('audit_heads')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('sequence')
    .execute();
  return rows.map(headOf);
}

/** The heads of all chains that were signed together, at an instant (epoch ms). */
export async function readHeadsSignedAt(db: Database, signedAt: number): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom('audit_heads')
    .selectAll()
    .where('signed_at', '=', new Date(signedAt))
    .orderBy('chain')
    .execute();
  return rows.map(headOf);
}

function headOf(row: {
  readonly chain: string;
  readonly sequence: string;
  readonly hash: string;
  readonly signed_at: Date;
  readonly signature: string;
}): SignedHead {
  const { chain, hash, signature } = row;
  return { chain, hash, sequence: Number(row.sequence), signedAt: row.signed_at.toISOString(), signature };
}

/** When heads were signed last, epoch ms of the wall clock; null before the first time. */
export async function readLastSigning(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('audit_heads')
    .select(({ fn }) => fn.max('signed_at').as('at'))
    .executeTakeFirst();
  return row?.at?.getTime() ?? null;
}

/** The heads of the chains that have entries after their newest signed head. Waits for who signs meanwhile. */
export async function readUnsignedHeads(transaction: Database): Promise<ChainHead[]> {
  await sql`lock table audit_heads in share row exclusive mode`.execute(transaction);
  const { rows } = await sql<{ chain: string; sequence: string; hash: string }>`
    select chain, sequence, hash from audit_chains
    where not exists (select from audit_heads signed
      where signed.chain = audit_chains.chain and signed.sequence >= audit_chains.sequence)
    order by chain`.execute(transaction);
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

export async function insertHeads(
  transaction: Database,
  _actor: Actor,
  heads: readonly SignedHead[],
): Promise<void> {
  await sql`
    insert into audit_heads (chain, sequence, hash, signed_at, signature)
    select chain, sequence, hash, "signedAt", signature
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
      as head (chain text, sequence bigint, hash text, "signedAt" timestamptz, signature text)`.execute(
    transaction,
  );
}

/** The name of the signing key among the secrets of the store. */
export const signingKeyName = 'audit-signing-key';

/** The public half of the signing key as PEM; null before it is made. */
export async function readPublicKey(db: Database): Promise<string | null> {
  const { rows } = await sql<{ pem: string }>`
    select value ->> 'publicKey' as pem from identity_secrets where name = ${signingKeyName}`.execute(db);
  return rows[0]?.pem ?? null;
}
