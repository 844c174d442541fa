import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Store } from './database.ts';
import { hasKey } from './record-key.store.ts';
import { keyOf } from './record-key.ts';

const organizationId = '0b0f3c58-6f0e-4a39-9f0a-1d2c3b4a5f60';
const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());

/** Whether the condition finds the row of `organizationId` and `id`. */
async function finds(owner: string, asked: string, type: 'uuid' | 'text'): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (values (${organizationId}::uuid, ${id}::${sql.raw(type)})) as record (organization_id, id)
    where ${hasKey(keyOf({ organizationId: owner }, asked))}`.execute(store.db);
  return rows.length === 1;
}

describe.each(['uuid', 'text'] as const)('the condition of a key on a column of type %s', (type) => {
  it('finds the record, whatever the case of its id', async () => {
    expect(await finds(organizationId, id, type)).toBe(true);
    expect(await finds(organizationId, id.toUpperCase(), type)).toBe(true);
  });

  it('finds no record of another organization and none of another id', async () => {
    expect(await finds(id, id, type)).toBe(false);
    expect(await finds(organizationId, organizationId, type)).toBe(false);
  });

  it.each(['', 'x', "' or true --", `${id}0`, '\0'])('finds nothing for the id %j', async (asked) => {
    expect(await finds(organizationId, asked, type)).toBe(false);
  });
});
