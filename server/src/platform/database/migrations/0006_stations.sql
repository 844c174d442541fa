-- Strikes that networks and sensors push, and weather stations of the organisations' own.

-- false: flashes that came without a word on what was looked at.
alter table lightning_sweeps add column vouches boolean not null default true;

-- A network or sensor of one organisation. One that vouches covers a circle; a single sensor does not and may only start a delay. Its
-- registration never changes: what was looked at before would vouch for what is covered since. The feed's name among sweeps and flashes
-- is 'ingest:' and its id.
create table strike_feeds (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  name text not null,
  vouches boolean not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  radius_miles double precision check (radius_miles > 0),
  heard_at timestamptz,
  created_at timestamptz not null,
  -- A feed that was removed keeps what it has seen, and vouches for nothing any more.
  retired_at timestamptz,
  check (not vouches or (latitude is not null and longitude is not null and radius_miles is not null))
);
create unique index strike_feeds_name on strike_feeds (customer_id, lower(name)) where retired_at is null;

-- A row without customer_id is a government station, for all. upload_id and the digest of its key are what a device sends.
alter table stations
  add column customer_id uuid references customers (id),
  add column organization_location_id uuid references organization_locations (id) on delete set null,
  add column model text not null default '',
  add column upload_id text unique,
  add column key_hash bytea unique,
  add column wind_height_m double precision not null default 10,
  add column rain_factor double precision not null default 1,
  add column heard_at timestamptz,
  add column created_at timestamptz,
  add column retired_at timestamptz;
create index stations_customer on stations (customer_id) where customer_id is not null;

-- flagged: { measure: { value, reason } } of what quality checks kept out; the measure's own column is null then.
alter table observations
  add column solar_wm2 double precision,
  add column rain_today_mm double precision,
  add column pm25_ugm3 double precision,
  add column wbgt_c double precision,
  add column flagged jsonb not null default '{}';

create table station_images (
  station_id text primary key references stations (id) on delete cascade,
  customer_id uuid not null references customers (id),
  content_type text not null,
  etag text not null,
  bytes bytea not null,
  updated_at timestamptz not null
);
