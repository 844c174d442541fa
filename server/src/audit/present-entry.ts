import type { AuditEntryRow } from '@allclear/contract';
import type { AuditActor, AuditEntry, JsonObject, JsonValue } from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { readNames, readNamingBodies, readValues, type StoredEntry } from './store.ts';

const digestPattern = /\{"personal":"([0-9a-f]{64})"\}/g;

/** The digests of personal values in a canonical JSON, each once, in their order. */
export function digestsOf(body: string): string[] {
  // Quotes in texts are escaped, so that no text is taken for a digest.
  return [...new Set([...body.matchAll(digestPattern)].map(([, digest = '']) => digest))];
}

/** Entries as the page shows them: with names of today, and personal values as far as they are kept. */
export async function presentEntries(
  db: Database,
  chain: string,
  stored: readonly StoredEntry[],
): Promise<AuditEntryRow[]> {
  const entries = stored.map((row) => ({ row, entry: entryOf(row.body) }));
  const values = await readValues(db, chain, [...new Set(stored.flatMap(({ body }) => digestsOf(body)))]);
  const names = await readNames(db, [...new Set(entries.flatMap(({ entry }) => peopleOf(entry)))]);
  const nameless = entries.flatMap(({ entry: { recordId, sequence }, entry }) =>
    recordId !== null && ownName(entry) === null && !isOfPerson(entry) ? [{ recordId, sequence }] : [],
  );
  const naming = await readNamingBodies(db, chain, nameless);
  const personalValue = (digest: string): unknown => {
    const kept = values.get(digest);
    return kept ? JSON.parse(kept.value) : undefined;
  };
  return entries.map(({ row, entry }) => {
    const { sequence, at, productAt, action, recordId, before, after, reason } = entry;
    const earlier = naming.get(sequence);
    const recordName = isOfPerson(entry)
      ? (names.get(recordId ?? '') ?? null)
      : (ownName(entry) ?? (earlier === undefined ? null : ownName(entryOf(earlier))));
    return {
      ...{ sequence, hash: row.hash, at, productAt, action, recordId, recordName },
      actor: presentActor(entry.actor, names, personalValue),
      ...{ before: fieldsOf(before, personalValue), after: fieldsOf(after, personalValue), reason },
    };
  });
}

function entryOf(body: string): AuditEntry {
  return JSON.parse(body);
}

/** The id of the record is that of a person, whose name the chain has as a digest. */
function isOfPerson({ action }: AuditEntry): boolean {
  return action.startsWith('user.') || action.startsWith('account.');
}

function peopleOf({ actor, recordId, ...entry }: AuditEntry): string[] {
  return [
    ...(actor.kind === 'system' ? [] : [actor.id]),
    ...(actor.operatorId === undefined ? [] : [actor.operatorId]),
    ...(recordId !== null && isOfPerson({ actor, recordId, ...entry }) ? [recordId] : []),
  ];
}

function ownName({ before, after }: AuditEntry): string | null {
  const name = after?.name ?? before?.name;
  return typeof name === 'string' ? name : null;
}

function presentActor(
  actor: AuditActor,
  names: ReadonlyMap<string, string>,
  personalValue: (digest: string) => unknown,
): AuditEntryRow['actor'] {
  const { kind, id, via = null, operatorId = null, credential = null, requestId = null } = actor;
  const network = actor.network && personalValue(actor.network.personal);
  return {
    ...{ kind, id, via, operatorId, credential, requestId },
    name: names.get(id) ?? null,
    operatorName: operatorId === null ? null : (names.get(operatorId) ?? null),
    network: typeof network === 'string' ? network : null,
  };
}

/** Fields with personal values in the place of their digests, as far as they are kept. */
function fieldsOf(
  fields: JsonObject | null,
  personalValue: (digest: string) => unknown,
): Record<string, unknown> | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const digest = digestIn(value);
      return [name, digest === null ? value : (personalValue(digest) ?? { erased: true })];
    }),
  );
}

function digestIn(value: JsonValue): string | null {
  const [digest] = value === null || typeof value !== 'object' ? [] : digestsOf(JSON.stringify(value));
  return digest !== undefined && JSON.stringify(value) === `{"personal":"${digest}"}` ? digest : null;
}
