import type { AuditEntry } from './audit-entry.ts';
import type { JsonObject, JsonValue } from './canonical-json.ts';

/** What an entry of a record's history says of its fields. */
export type RecordChange = Pick<AuditEntry, 'sequence' | 'before' | 'after'>;

/**
 * The fields of a record that were other ones before the change with the number `sequence`, as they were then:
 * `history` holds the changes of the record from that one on, in any order. A field that did not exist then is
 * undefined. Null when `history` lacks that change, when the change added the record, or when the record was deleted
 * and added again meanwhile. Of a record that is gone all fields are given if `sequence` is its deletion.
 */
export function fieldsBefore(
  history: readonly RecordChange[],
  sequence: number,
): Readonly<Record<string, JsonValue | undefined>> | null {
  const changes = history.filter((change) => change.sequence >= sequence);
  changes.sort((a, b) => a.sequence - b.sequence);
  const [first, ...later] = changes;
  if (first?.sequence !== sequence || first.before === null) return null;
  if (later.some(({ before }) => before === null)) return null;
  const fields: Record<string, JsonValue | undefined> = {};
  // What a field was before the first change of it since.
  for (const change of changes)
    for (const name of namesOf(change)) if (!(name in fields)) fields[name] = change.before?.[name];
  return fields;
}

function namesOf({ before, after }: RecordChange): string[] {
  const names = (fields: JsonObject | null) => Object.keys(fields ?? {});
  return [...new Set([...names(before), ...names(after)])];
}
