import { EARTH_RADIUS_MILES } from '@allclear/domain';
import type pg from 'pg';
import { boxOf } from './flatbush.ts';
import { type Answer, answerOf, type Scene } from './scene.ts';

/** PostGIS has a sphere of its own: the same angle is another distance on it. */
const sphereM = 6_371_008.771415059;

export async function hasPostgis(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_available_extensions where name = 'postgis'`);
  return rows.length > 0;
}

/** Stores the circles with a box around each, which is indexed, and the first `count` strikes. */
export async function fillTables(
  client: pg.Client,
  { locations, strikes }: Scene,
  count: number,
): Promise<void> {
  await client.query('create extension postgis');
  await client.query(`
    create table locations (id int, at geography(point, 4326), reach_m float8, box geometry(polygon, 4326));
    create table strikes (id int, at geography(point, 4326), point geometry(point, 4326))`);
  const boxes = locations.map(boxOf);
  await client.query(
    `insert into locations
     select i - 1, st_point(lon, lat)::geography, reach_m, st_makeenvelope(west, south, east, north, 4326)
     from unnest($1::float8[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
       with ordinality t (lat, lon, reach_m, west, south, east, north, i)`,
    [
      locations.map(({ latitude }) => latitude),
      locations.map(({ longitude }) => longitude),
      locations.map(({ outerRadiusMiles }) => (outerRadiusMiles / EARTH_RADIUS_MILES) * sphereM),
      boxes.map(({ west }) => west),
      boxes.map(({ south }) => south),
      boxes.map(({ east }) => east),
      boxes.map(({ north }) => north),
    ],
  );
  const ids = Array.from({ length: count }, (_, i) => i);
  await client.query(
    `insert into strikes select i - 1, st_point(lon, lat)::geography, st_setsrid(st_point(lon, lat), 4326)
     from unnest($1::float8[], $2::float8[]) with ordinality t (lat, lon, i)`,
    [ids.map((i) => strikes[i * 2]), ids.map((i) => strikes[i * 2 + 1])],
  );
  await client.query('create index on locations using gist (box)');
  await client.query('vacuum analyze locations');
  await client.query('vacuum analyze strikes');
}

/**
 * The index finds the boxes that hold a strike, and the distance on the sphere decides. This is the faster of the usual
 * forms: an index on `_st_expand(at, reach_m)` takes almost twice as long. A product of stored unit vectors in the place
 * of `st_dwithin` would take a third less, but is not PostGIS.
 */
const matches = `strikes s join locations l on l.box ~ s.point and st_dwithin(l.at, s.at, l.reach_m, false)`;

/** The statement that is measured. */
export async function countMatches(client: pg.Client): Promise<void> {
  await client.query(`select count(*) from ${matches}`);
}

/** The matches, counted in the same way as those of the other methods. */
export async function readMatches(client: pg.Client): Promise<Answer> {
  const { rows } = await client.query<{ strike: number; location: number }>(
    `select s.id as strike, l.id as location from ${matches}`,
  );
  const { add, answer } = answerOf();
  for (const { strike, location } of rows) add(strike, location);
  return answer();
}
