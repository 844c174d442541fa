import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dropDatabase } from '../../../test/fresh-store.ts';
import { migrate } from './migrate.ts';

const folder = new URL('./migrations/', import.meta.url);
const name = `allclear_test_${randomBytes(6).toString('hex')}`;
let admin: pg.Client;
let pool: pg.Pool;

/** A database as the last version with the earlier names left it: its migrations, and rows in its tables. */
beforeAll(async () => {
  admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  pool = new pg.Pool({ connectionString: url.href });
  // The database is dropped under its last connections.
  pool.on('error', () => {});
  await pool.query(
    'create table migrations (name text primary key, ran_at timestamptz not null default now())',
  );
  for (const file of (await readdir(folder)).sort()) {
    if (file >= '0014') break;
    await pool.query(await readFile(new URL(file, folder), 'utf8'));
    await pool.query('insert into migrations (name) values ($1)', [file]);
  }
  await pool.query(`
    insert into customers (id, name, support_email, support_phone, created_at)
      values ('00000000-0000-4000-8000-000000000001', 'District', 'a@example.org', '', now());
    insert into sites (id, customer_id, name, time_zone, alert_times, created_at, updated_at)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Athletics',
        'America/Chicago', '[]', now(), now());
    insert into users (customer_id, site_id, email, user_name, first_name, role, created_at)
      values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'a@example.org',
        'a', 'Coach', 'admin', now());
    insert into lightning_sweeps (feed, key, observed_from, observed_to, received_at, flash_count, vouches)
      values ('glm-goes19', 'g1', '2026-06-06T20:00:00Z', '2026-06-06T20:00:20Z', now(), 1, false);
    create table flashes_20260606 partition of flashes
      for values from ('2026-06-06T00:00:00Z') to ('2026-06-07T00:00:00Z');
    insert into flashes (at, feed, key, sweep_id, latitude, longitude, points, quality, type)
      select '2026-06-06T20:00:01Z', 'glm-goes19', 'f1', id, 32, -96, '', 0, 0 from lightning_sweeps;
    insert into strike_feeds (customer_id, name, vouches, heard_at, created_at)
      values ('00000000-0000-4000-8000-000000000001', 'roof', false, '2026-06-06T20:00:00Z', now());
    insert into delivery_shifts (number, pools, started_at) values (nextval('delivery_shift_numbers'), '{}', now());
    insert into house (weather, begun_at, reached_at, anchor_at, anchor_wall_at, speed, beat_wall_at)
      values ('live', now(), now(), now(), now(), 1, now())`);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(admin, name);
  await admin.end();
});

test('a database with the earlier names is brought forward with all its rows', async () => {
  expect((await migrate(pool))[0]).toBe('0014_standard_words.sql');
  const one = async (query: string) => (await pool.query(query)).rows;
  expect(
    await one(`select o.name as organization, g.name as "group", u.email from users u
      join organizations o on o.id = u.organization_id join groups g on g.id = u.group_id`),
  ).toEqual([{ organization: 'District', group: 'Athletics', email: 'a@example.org' }]);
  expect(
    await one(`select f.key, b.key as batch, b.provides_coverage from flashes f
      join lightning_batches b on b.id = f.batch_id`),
  ).toEqual([{ key: 'f1', batch: 'g1', provides_coverage: false }]);
  expect(await one('select name, provides_coverage, last_contact_at from strike_feeds')).toEqual([
    { name: 'roof', provides_coverage: false, last_contact_at: new Date('2026-06-06T20:00:00Z') },
  ]);
  expect(await one('select number from worker_leases')).toEqual([{ number: 1 }]);
  expect(await one('select weather from product_clock')).toEqual([{ weather: 'live' }]);
  // Once is enough.
  expect(await migrate(pool)).toEqual([]);
});

test('no table, column, index or constraint keeps an earlier name', async () => {
  const { rows } = await pool.query(`
    -- A site of InformaCast is theirs, not an earlier name of a group.
    select case when relname like 'informacast_%' then replace(relname, 'site_', '') else relname end as name
      from pg_class where relnamespace = 'public'::regnamespace
    union select case when relname like 'informacast_%' then replace(attname, 'site_', '') else attname end
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    union select case when conname like 'informacast_%' then replace(conname, 'site_', '') else conname end
      from pg_constraint where connamespace = 'public'::regnamespace`);
  const earlier = /customer|(^|_)sites?(_|$)|sweep|shift|(^|_)house(_|$)|vouches|heard/;
  expect(rows.map((row) => row.name).filter((one) => earlier.test(one))).toEqual([]);
});
