import { QUARTER_MS } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** A report's particles in µg/m³ as they passed the checks; `at` is epoch ms. */
export interface ParticleReport {
  readonly at: number;
  readonly pm25Ugm3: number | null;
  readonly pm10Ugm3: number | null;
}

/**
 * Adds reports that are new to the quarters of an hour in which they lie. No entry in the audit: they are
 * measurements.
 */
export async function addParticles(
  db: Database,
  _actor: Actor,
  stationId: string,
  reports: readonly ParticleReport[],
): Promise<void> {
  const measured = reports.filter(({ pm25Ugm3, pm10Ugm3 }) => pm25Ugm3 !== null || pm10Ugm3 !== null);
  if (measured.length === 0) return;
  const quarters = [...Map.groupBy(measured, ({ at }) => Math.floor(at / QUARTER_MS) * QUARTER_MS)].sort(
    ([a], [b]) => a - b,
  );
  const rows = quarters.map(([quarter, within]) => {
    const [pm25, pm10] = [
      measuredOf(within.map(({ pm25Ugm3 }) => pm25Ugm3)),
      measuredOf(within.map(({ pm10Ugm3 }) => pm10Ugm3)),
    ];
    return {
      station_id: stationId,
      quarter_at: new Date(quarter),
      pm25_sum: sumOf(pm25),
      pm25_count: pm25.length,
      pm10_sum: sumOf(pm10),
      pm10_count: pm10.length,
    };
  });
  await db
    .insertInto('station_particles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['station_id', 'quarter_at']).doUpdateSet({
        pm25_sum: sql`station_particles.pm25_sum + excluded.pm25_sum`,
        pm25_count: sql`station_particles.pm25_count + excluded.pm25_count`,
        pm10_sum: sql`station_particles.pm10_sum + excluded.pm10_sum`,
        pm10_count: sql`station_particles.pm10_count + excluded.pm10_count`,
      }),
    )
    .execute();
}

/** Means of quarters (by their beginnings, epoch ms) of one station. */
export interface StationParticles {
  readonly stationId: string;
  readonly organizationId: string;
  readonly stationName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly pm25: ReadonlyMap<number, number>;
  readonly pm10: ReadonlyMap<number, number>;
}

/**
 * What the particle sensors of an organization's stations measured since an instant; of all organizations
 * when it is null.
 */
export async function particlesSince(
  db: Database,
  organizationId: string | null,
  since: number,
): Promise<StationParticles[]> {
  let query = db
    .selectFrom('station_particles as p')
    .innerJoin('stations as s', 's.id', 'p.station_id')
    .select([
      's.id',
      's.organization_id',
      's.name',
      's.latitude',
      's.longitude',
      'quarter_at',
      'pm25_sum',
      'pm25_count',
      'pm10_sum',
      'pm10_count',
    ])
    .where('s.organization_id', 'is not', null)
    .where('s.retired_at', 'is', null)
    .where('quarter_at', '>=', new Date(since));
  if (organizationId !== null) query = query.where('s.organization_id', '=', organizationId);
  const rows = await query.execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((quarters) => {
    const { id, organization_id, name, latitude, longitude } = quarters[0]!;
    const means = (of: 'pm25' | 'pm10') =>
      new Map(
        quarters.flatMap((row): [number, number][] =>
          row[`${of}_count`] > 0 ? [[row.quarter_at.getTime(), row[`${of}_sum`] / row[`${of}_count`]]] : [],
        ),
      );
    return {
      stationId: id,
      organizationId: organization_id!,
      stationName: name,
      latitude,
      longitude,
      pm25: means('pm25'),
      pm10: means('pm10'),
    };
  });
}

/** A station with a sensor for particles. */
export interface ParticleStation {
  readonly id: string;
  readonly name: string;
  /** It was removed; what it measured is kept. */
  readonly isRetired: boolean;
  /** Epoch ms; null for never. */
  readonly lastContactAt: number | null;
}

/** The organization's stations, removed ones too, that measured particles on a day since an instant; by name. */
export async function stationsWithParticles(
  db: Database,
  organizationId: string,
  since: number,
): Promise<ParticleStation[]> {
  const rows = await db
    .selectFrom('stations as s')
    .select(['s.id', 's.name', 's.retired_at', 's.last_contact_at'])
    .where('s.organization_id', '=', organizationId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('station_days as d')
          .select('d.at')
          .whereRef('d.station_id', '=', 's.id')
          .where('d.at', '>=', new Date(since))
          .where((of) => of.or([of('d.pm25_ugm3_count', '>', 0), of('d.pm10_ugm3_count', '>', 0)])),
      ),
    )
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .execute();
  return rows.map(({ id, name, retired_at, last_contact_at }) => ({
    ...{ id, name, isRetired: retired_at !== null },
    lastContactAt: last_contact_at?.getTime() ?? null,
  }));
}

/** Drops what was measured before an instant. No entry in the audit: it is a cleanup. */
export async function dropParticlesBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('station_particles').where('quarter_at', '<', new Date(before)).execute();
}

function measuredOf(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
