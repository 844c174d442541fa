import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.ts';

/** An organization location and a unit at it; without `place` the unit has none. */
export async function addTestUnit(
  db: Database,
  organizationId: string,
  {
    place = { name: 'Stadium', latitude: 32.7767, longitude: -96.797 },
    ...changes
  }: {
    place?: { name: string; latitude: number; longitude: number } | null;
    name?: string;
    model?: 'OWS' | 'OWX' | 'PAS' | 'RLY';
    driver?: string;
    address?: string;
    enabled?: boolean;
    default_play_count?: number;
    ask_every_minutes?: number;
  } = {},
): Promise<string> {
  const at = new Date();
  const location =
    place &&
    (await db
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, address: '', created_at: at, ...place })
      .returning('id')
      .executeTakeFirstOrThrow());
  const { id } = await db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, name: `Unit ${randomUUID().slice(0, 8)}` },
      model: 'OWS' as const,
      ...{ driver: 'controlbyweb', address: 'simulator:none', created_at: at, updated_at: at },
      organization_location_id: location?.id ?? null,
      wiring: JSON.stringify({ warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' }),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
