// Over 300 lines: all SQL of one scene, which is filled in one order.
import { randomBytes } from 'node:crypto';
import { makeApiKey } from '@allclear/server/identity/api-keys/api-keys.ts';
import { hashOfStationKey, makeStationKey, makeUploadId } from '@allclear/server/stations/station-keys.ts';
import type { Pool } from 'pg';
import { present } from '../measure.ts';

export interface SceneSize {
  readonly organizations: number;
  /** Of each organization. */
  readonly places: number;
  readonly users: number;
  /** People, stations, widgets and webhooks in all that are at work while the load runs. */
  readonly clients: number;
  readonly stations: number;
  readonly widgets: number;
  readonly webhooks: number;
}

export interface ScenePlace {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface SceneOrganization {
  readonly id: string;
  /** An API key of an administrator. */
  readonly key: string;
  readonly places: readonly ScenePlace[];
}

export interface ScenePerson {
  readonly organizationId: string;
  readonly key: string;
  readonly locations: readonly ScenePlace[];
}

export interface Scene {
  readonly organizations: readonly SceneOrganization[];
  readonly people: readonly ScenePerson[];
  readonly stations: readonly { readonly uploadId: string; readonly key: string }[];
  /** Public ids. */
  readonly widgets: readonly string[];
  /** People of an organization of their own, far from the others: strikes that are measured are aimed at it. */
  readonly aimed: {
    readonly organization: SceneOrganization;
    readonly people: readonly ScenePerson[];
  };
}

/** Places of a group, whose people are notified of them. */
const placesOfGroup = 10;
/** Locations of a person: of the places of the own group. */
const locationsOfPerson = 5;
const aimedPlaces = 50;

/**
 * Fills an empty, migrated database past the API, which takes a few hundred writes a minute. Groups have ten places;
 * people watch five of those, and are notified of warnings at all ten. Everybody gets mail, which nobody sends.
 */
export async function seedScene(
  pool: Pool,
  size: SceneSize,
  { random, webhookUrl }: { readonly random: () => number; readonly webhookUrl: string },
): Promise<Scene> {
  const groups = await seedGroups(pool, size);
  const aimedGroups = await seedGroups(pool, { ...size, organizations: 1, places: aimedPlaces });
  const places = await insertPlaces(pool, placesAround(groups, size, random));
  const aimedAt = await insertPlaces(pool, placesApart(aimedGroups));
  await seedPolicies(pool);
  const people = await seedPeople(pool, groups, size);
  const aimedPeople = await seedPeople(pool, aimedGroups, {
    ...size,
    organizations: 1,
    users: aimedGroups.length,
  });
  await seedLocations(pool);
  const organizations = await administrators(pool, groups, places);
  const scene: Scene = {
    organizations,
    people: await keysOf(pool, spread(people, size.clients)),
    stations: await seedStations(pool, spread(places, size.stations)),
    widgets: await seedWidgets(pool, spread(places, size.widgets)),
    aimed: {
      organization: present((await administrators(pool, aimedGroups, aimedAt))[0]),
      people: await keysOf(pool, aimedPeople),
    },
  };
  const urls = spread(organizations, size.webhooks).map(({ id }, n) => [id, `${webhookUrl}/${n}`] as const);
  await pool.query(
    `insert into webhooks (organization_id, url, secret, created_at)
     select id, url, 'whsec_YmVuY2g=', now() from unnest($1::uuid[], $2::text[]) as one (id, url)`,
    [urls.map(([id]) => id), urls.map(([, url]) => url)],
  );
  await pool.query('analyze');
  return scene;
}

/** So many of all, evenly from the first to the last; all when there are fewer. */
function spread<T>(all: readonly T[], count: number): T[] {
  const many = Math.min(count, all.length);
  return Array.from({ length: many }, (_, n) => present(all[Math.floor((n * all.length) / many)]));
}

interface Group {
  readonly id: string;
  readonly organizationId: string;
}

async function seedGroups(pool: Pool, { organizations, places }: SceneSize): Promise<Group[]> {
  const { rows } = await pool.query<Group>(
    `with added as (
       insert into organizations (name, support_email, support_phone, created_at)
       select 'Organization ' || n, 'support@example.org', '', now() - interval '1 day' from generate_series(1, $1) n returning id
     )
     insert into groups (organization_id, name, time_zone, alert_times, created_at, updated_at)
     select id, 'Group ' || n, 'America/Chicago', '[]', now() - interval '1 day', now() - interval '1 day'
     from added, generate_series(1, $2) n returning id, organization_id as "organizationId"`,
    [organizations, Math.ceil(places / placesOfGroup)],
  );
  return rows.toSorted((a, b) => a.organizationId.localeCompare(b.organizationId));
}

interface NewPlace {
  readonly organizationId: string;
  readonly groupId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Each organization has its places within a degree of some point of the middle of the United States. */
function placesAround(groups: readonly Group[], { places }: SceneSize, random: () => number): NewPlace[] {
  return [...Map.groupBy(groups, ({ organizationId }) => organizationId)].flatMap(([organizationId, own]) => {
    const [latitude, longitude] = [30 + random() * 10, -103 + random() * 20];
    return Array.from({ length: places }, (_, n) => ({
      ...{ organizationId, groupId: present(own[Math.floor(n / placesOfGroup)]).id, name: `Place ${n}` },
      latitude: latitude + 2 * (random() - 0.5),
      longitude: longitude + 2 * (random() - 0.5),
    }));
  });
}

/** Where no other place is, and so far from each other that a strike concerns one alone. */
function placesApart(groups: readonly Group[]): NewPlace[] {
  return groups.flatMap(({ id, organizationId }, row) =>
    Array.from({ length: placesOfGroup }, (_, column) => ({
      ...{ organizationId, groupId: id, name: `Aimed ${row} ${column}` },
      ...{ latitude: 43 + row, longitude: -124 + 1.5 * column },
    })),
  );
}

async function insertPlaces(
  pool: Pool,
  made: readonly NewPlace[],
): Promise<(ScenePlace & { readonly organizationId: string })[]> {
  const { rows } = await pool.query<ScenePlace & { organizationId: string }>(
    `insert into organization_locations (organization_id, name, latitude, longitude, created_at)
     select organization, name, latitude, longitude, now() - interval '1 day'
     from unnest($1::uuid[], $2::text[], $3::float8[], $4::float8[]) as one (organization, name, latitude, longitude)
     returning id, latitude, longitude, organization_id as "organizationId"`,
    [
      made.map(({ organizationId }) => organizationId),
      made.map(({ name }) => name),
      made.map(({ latitude }) => latitude),
      made.map(({ longitude }) => longitude),
    ],
  );
  const groupAt = new Map(made.map((one) => [`${one.latitude} ${one.longitude}`, one.groupId]));
  await pool.query(
    `insert into organization_location_groups (organization_location_id, group_id, organization_id)
     select place, group_of, organization from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as one (place, group_of, organization)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ latitude, longitude }) => present(groupAt.get(`${latitude} ${longitude}`))),
      rows.map(({ organizationId }) => organizationId),
    ],
  );
  return rows;
}

/** Lightning within ten miles at every place of every organization. */
async function seedPolicies(pool: Pool): Promise<void> {
  await pool.query(
    `with added as (
       insert into policies (organization_id, type_short_name, name, threshold, all_clear_minutes, re_alert_minutes, all_groups, created_at, updated_at)
       select id, 'LR1', '', 10, 30, 10, true, created_at, created_at from organizations returning id, organization_id
     )
     insert into policy_actions (policy_id, organization_id, all_clear, message)
     select id, organization_id, all_clear, 'As the plan says.' from added, unnest(array[false, true]) all_clear`,
  );
}

interface Person {
  readonly id: string;
  readonly organizationId: string;
}

async function seedPeople(
  pool: Pool,
  groups: readonly Group[],
  { organizations, users }: SceneSize,
): Promise<Person[]> {
  const usersOfGroup = Math.max(1, Math.round((users * organizations) / groups.length));
  const { rows } = await pool.query<Person>(
    `insert into users (organization_id, group_id, email, user_name, first_name, last_name, role, time_zone, email_notifications, created_at, activated_at)
     select one.organization_id, one.id, 'person' || n || '.' || one.id || '@example.org', 'person' || n || '.' || one.id, 'Person', n::text,
       'customer', 'America/Chicago', true, now() - interval '1 day', now() - interval '1 day'
     from groups one, generate_series(1, $1) n where one.id = any($2) returning id, organization_id as "organizationId"`,
    [usersOfGroup, groups.map(({ id }) => id)],
  );
  return rows;
}

async function seedLocations(pool: Pool): Promise<void> {
  await pool.query(
    `insert into locations (organization_id, user_id, organization_location_id, label, location_name, latitude, longitude, radius1, radius2, radius3, all_clear_minutes, time_zone, created_at, updated_at)
     select u.organization_id, u.id, p.id, p.name, p.name, p.latitude, p.longitude, 10, 20, 30, 30, 'America/Chicago', p.created_at, p.created_at
     from users u cross join lateral (
       select l.*, row_number() over (order by l.id) as n from organization_location_groups g
       join organization_locations l on l.id = g.organization_location_id where g.group_id = u.group_id
     ) p where (p.n + ascii(right(u.id::text, 1))) % 10 < $1`,
    [locationsOfPerson],
  );
}

async function administrators(
  pool: Pool,
  groups: readonly Group[],
  places: readonly (ScenePlace & { readonly organizationId: string })[],
): Promise<SceneOrganization[]> {
  const ids = [...new Set(groups.map(({ organizationId }) => organizationId))];
  const { rows } = await pool.query<Person>(
    `insert into users (organization_id, user_name, first_name, role, created_at, activated_at)
     select id, 'administrator ' || id, 'Administrator', 'super-admin', now(), now() from unnest($1::uuid[]) id
     returning id, organization_id as "organizationId"`,
    [ids],
  );
  const keys = await addKeys(pool, rows);
  const placesOf = Map.groupBy(places, ({ organizationId }) => organizationId);
  return rows.map(({ id, organizationId }) => ({
    ...{ id: organizationId, key: present(keys.get(id)) },
    places: placesOf.get(organizationId) ?? [],
  }));
}

/** People with their keys and locations. */
async function keysOf(pool: Pool, people: readonly Person[]): Promise<ScenePerson[]> {
  const keys = await addKeys(pool, people);
  const { rows } = await pool.query<ScenePlace & { userId: string }>(
    'select id, latitude, longitude, user_id as "userId" from locations where user_id = any($1)',
    [people.map(({ id }) => id)],
  );
  const locationsOf = Map.groupBy(rows, ({ userId }) => userId);
  return people.map(({ id, organizationId }) => ({
    ...{ organizationId, key: present(keys.get(id)) },
    locations: locationsOf.get(id) ?? [],
  }));
}

/** A new API key of each, by the id of the person. */
async function addKeys(pool: Pool, people: readonly Person[]): Promise<Map<string, string>> {
  const made = people.map((person) => ({ person, ...makeApiKey() }));
  await pool.query(
    `insert into api_keys (organization_id, user_id, name, hash, prefix, created_at)
     select organization, person, 'Load', hash, prefix, now()
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[]) as one (organization, person, hash, prefix)`,
    [
      made.map(({ person }) => person.organizationId),
      made.map(({ person }) => person.id),
      made.map(({ hash }) => hash),
      made.map(({ prefix }) => prefix),
    ],
  );
  return new Map(made.map(({ person, key }) => [person.id, key]));
}

async function seedStations(
  pool: Pool,
  places: readonly (ScenePlace & { readonly organizationId: string })[],
): Promise<Scene['stations']> {
  const made = places.map((place) => ({ place, uploadId: makeUploadId(), key: makeStationKey() }));
  await pool.query(
    `insert into stations (id, vendor, name, organization_id, organization_location_id, latitude, longitude, elevation_m, upload_id, key_hash, created_at, updated_at)
     select gen_random_uuid()::text, 'own', 'Station', p.organization_id, p.id, p.latitude, p.longitude, 200, upload_id, hash, now(), now()
     from unnest($1::uuid[], $2::text[], $3::bytea[]) as one (place, upload_id, hash) join organization_locations p on p.id = place`,
    [
      made.map(({ place }) => place.id),
      made.map(({ uploadId }) => uploadId),
      made.map(({ key }) => hashOfStationKey(key)),
    ],
  );
  return made.map(({ uploadId, key }) => ({ uploadId, key }));
}

async function seedWidgets(pool: Pool, places: readonly ScenePlace[]): Promise<string[]> {
  const made = places.map(({ id }) => ({ id, publicId: randomBytes(16).toString('base64url') }));
  await pool.query(
    `insert into widgets (organization_id, public_id, name, organization_location_id, theme, type, primary_condition, conditions, policy_ids, width, created_at, updated_at)
     select p.organization_id, public_id, 'Widget', p.id, 0, 0, 0, '{0,1,2}', array(select id from policies where organization_id = p.organization_id), 800, now(), now()
     from unnest($1::uuid[], $2::text[]) as one (place, public_id) join organization_locations p on p.id = place`,
    [made.map(({ id }) => id), made.map(({ publicId }) => publicId)],
  );
  return made.map(({ publicId }) => publicId);
}
