import { type RawBuilder, sql } from 'kysely';
import type { RecordKey } from './record-key.ts';
import { isUuid } from './uuid.ts';

/** True of the row with this key, in a query of one table with the columns `organization_id` and `id`. */
export function hasKey({ organizationId, id }: RecordKey): RawBuilder<boolean> {
  if (!isUuid(id)) return sql<boolean>`false`;
  return sql<boolean>`(organization_id = ${organizationId} and id = ${id.toLowerCase()})`;
}
