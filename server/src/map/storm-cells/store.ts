import type { TrackedCell } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StoreAlongside } from '../../platform/feeds/snapshots.store.ts';

/** Longer than a replay reaches back. */
export const cellSightingsKeptMs = 3 * 3_600_000;

/** A cell as a radar tracked it, and when it was received, epoch ms. */
export interface CellSighting {
  readonly cell: TrackedCell;
  readonly receivedAt: number;
}

/** A list of cells: the instant for which it is valid and when it was received, epoch ms. */
export interface CellList {
  readonly asOf: number;
  readonly receivedAt: number;
}

/** With each list of storm cells its sightings are stored, for the replay of a storm. */
export const storeSightings: StoreAlongside = (transaction, actor, { vendor, asOf, data }, now) => {
  const { cells } = data as { cells: readonly TrackedCell[] };
  return keepCellSightings(transaction, actor, { vendor, asOf, cells }, now);
};

/**
 * Stores the sightings of a list of storm cells. A stored sighting keeps the instant at which it was first received.
 * No entry in the audit: they are measurements.
 */
async function keepCellSightings(
  transaction: Database,
  _actor: Actor,
  { vendor, asOf, cells }: { vendor: string; asOf: number; cells: readonly TrackedCell[] },
  receivedAt: number,
): Promise<void> {
  const received = new Date(receivedAt);
  await transaction
    .insertInto('storm_cell_lists')
    .values({ vendor, as_of: new Date(asOf), received_at: received })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (cells.length === 0) return;
  await sql`insert into storm_cell_sightings (vendor, id, observed_at, received_at, latitude, longitude, cell)
    select ${vendor}, id, observed_at, ${received}, latitude, longitude, cell
    from unnest(
      ${cells.map(({ id }) => id)}::text[],
      ${cells.map(({ observedAt }) => new Date(observedAt).toISOString())}::timestamptz[],
      ${cells.map(({ latitude }) => latitude)}::float8[],
      ${cells.map(({ longitude }) => longitude)}::float8[],
      ${cells.map((cell) => JSON.stringify(cell))}::jsonb[]
    ) as t(id, observed_at, latitude, longitude, cell)
    on conflict do nothing`.execute(transaction);
}

/**
 * The sightings of a vendor since an instant (epoch ms) between two latitudes, oldest first; the caller
 * selects a circle from them.
 */
export async function readCellSightings(
  db: Database,
  { vendor, since, south, north }: { vendor: string; since: number; south: number; north: number },
): Promise<CellSighting[]> {
  const rows = await db
    .selectFrom('storm_cell_sightings')
    .select(['cell', 'received_at'])
    .where('vendor', '=', vendor)
    .where('observed_at', '>=', new Date(since))
    .where('latitude', '>=', south)
    .where('latitude', '<=', north)
    .orderBy('observed_at')
    .execute();
  return rows.map(({ cell, received_at }) => ({
    cell: cell as TrackedCell,
    receivedAt: received_at.getTime(),
  }));
}

/** The lists of a vendor received since an instant (epoch ms), in the order of receipt. */
export async function readCellLists(db: Database, vendor: string, since: number): Promise<CellList[]> {
  const rows = await db
    .selectFrom('storm_cell_lists')
    .select(['as_of', 'received_at'])
    .where('vendor', '=', vendor)
    .where('received_at', '>=', new Date(since))
    .orderBy('received_at')
    .execute();
  return rows.map(({ as_of, received_at }) => ({ asOf: as_of.getTime(), receivedAt: received_at.getTime() }));
}

/** No entry in the audit: it is a cleanup. */
export async function dropCellSightingsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('storm_cell_sightings').where('observed_at', '<', new Date(before)).execute();
  await db.deleteFrom('storm_cell_lists').where('received_at', '<', new Date(before)).execute();
}
