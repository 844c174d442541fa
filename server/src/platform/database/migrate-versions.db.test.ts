import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dropDatabase } from '../../../test/fresh-store.ts';
import { migrate } from './migrate.ts';

const folder = new URL('./migrations/', import.meta.url);
const name = `allclear_test_${randomBytes(6).toString('hex')}`;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [organization, group, policy, edited, place, person, warning] = [1, 2, 3, 4, 5, 6, 7].map(id);
let admin: pg.Client;
let pool: pg.Pool;

/** A database as it was before versions were kept, with a warning that was held. */
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
    if (file >= '0053') continue;
    await pool.query(await readFile(new URL(file, folder), 'utf8'));
    await pool.query('insert into migrations (name) values ($1)', [file]);
  }
  await pool.query(`
    insert into organizations (id, name, support_email, support_phone, created_at)
      values ('${organization}', 'District', 'a@example.org', '', '2026-01-01');
    insert into groups (id, organization_id, name, time_zone, alert_times, created_at, updated_at)
      values ('${group}', '${organization}', 'Coaches', 'America/Chicago', '[]', '2026-01-01', '2026-01-01');
    insert into users (id, organization_id, user_name, first_name, role, created_at)
      values ('${person}', '${organization}', 'coach', 'Coach', 'customer', '2026-01-01');
    insert into organization_locations (id, organization_id, name, latitude, longitude, created_at)
      values ('${place}', '${organization}', 'Stadium', 28, -82, '2026-01-02T00:00:00Z');
    insert into locations (organization_id, user_id, label, latitude, longitude, radius1, all_clear_minutes, time_zone,
        created_at, updated_at)
      values ('${organization}', '${person}', 'Home', 28, -82, 10, 30, 'America/New_York', '2026-01-02T00:00:00Z',
        '2026-03-03T00:00:00Z');
    insert into policies (id, organization_id, type_short_name, name, threshold, all_clear_minutes, re_alert_minutes,
        all_groups, revision, created_at, updated_at, deleted_at)
      values ('${policy}', '${organization}', 'LR1', '', 8, 30, 0, false, 1, '2026-02-01T00:00:00Z',
          '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z'),
        ('${edited}', '${organization}', 'LR2', '', 20, 30, 0, true, 2, '2026-02-01T00:00:00Z',
          '2026-02-05T00:00:00Z', null);
    insert into policy_groups (policy_id, group_id, organization_id) values ('${policy}', '${group}', '${organization}');
    insert into warnings (id, organization_id, policy_id, policy_revision, organization_location_id, latitude, longitude,
        state, started_at, updated_at, ended_at, end_reason)
      values ('${warning}', '${organization}', '${policy}', 1, '${place}', 28, -82, '{"kind": "open", "heldSince": null}',
        '2026-03-01T20:00:00Z', '2026-03-01T21:00:00Z', '2026-03-01T21:00:00Z', 'all-clear');
    insert into notices (warning_id, warning_revision, organization_id, kind, event_type, correlation_id, subject, text,
        short, time_zone, at, written_at)
      select '${warning}', revision, '${organization}', kind, 2, '${warning}', '', '', '', 'America/New_York', at::timestamptz,
        at::timestamptz
      from (values (1, 'started', '2026-03-01T20:01:00Z'), (2, 'held', '2026-03-01T20:10:00Z'),
        (3, 'resumed', '2026-03-01T20:25:00Z'), (4, 'all-clear', '2026-03-01T21:00:00Z')) n (revision, kind, at);
    insert into notifications (notice_id, organization_id, user_id, at)
      select id, '${organization}', '${person}', at from notices`);
  await migrate(pool);
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(admin, name);
  await admin.end();
});

const one = async (query: string) => (await pool.query(query)).rows;

test('what there is gets a first version, a deleted policy an ended one', async () => {
  expect(
    await one(
      'select policy_id, revision, valid_from, valid_to, group_ids from policy_versions order by policy_id',
    ),
  ).toEqual([
    {
      ...{ policy_id: policy, revision: 1, group_ids: [group] },
      ...{ valid_from: new Date('2026-02-01T00:00:00Z'), valid_to: new Date('2026-04-01T00:00:00Z') },
    },
    {
      ...{ policy_id: edited, revision: 2, group_ids: [] },
      ...{ valid_from: new Date('2026-02-05T00:00:00Z'), valid_to: null },
    },
  ]);
  expect(await one('select valid_from, valid_to, name from organization_location_versions')).toEqual([
    { valid_from: new Date('2026-01-02T00:00:00Z'), valid_to: null, name: 'Stadium' },
  ]);
  expect(await one('select valid_from, valid_to, radius1 from location_versions')).toEqual([
    { valid_from: new Date('2026-03-03T00:00:00Z'), valid_to: null, radius1: 10 },
  ]);
});

test('what the notices of a warning said of its data and its people is on record beside it', async () => {
  expect(await one('select place_id, notified_at, first_policy_revision from warnings')).toEqual([
    { place_id: place, notified_at: new Date('2026-03-01T20:01:00Z'), first_policy_revision: null },
  ]);
  expect(await one('select warning_id, since, until from warning_holds')).toEqual([
    {
      ...{ warning_id: warning, since: new Date('2026-03-01T20:10:00Z') },
      until: new Date('2026-03-01T20:25:00Z'),
    },
  ]);
});
