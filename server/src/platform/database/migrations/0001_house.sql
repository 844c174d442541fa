-- The house: organisations, their people, places, lightning and observations. Every table of an organisation carries customer_id.

create table customers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  entitlements int[] not null default '{}',
  support_email text not null,
  support_phone text not null,
  created_at timestamptz not null
);

create table users (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  email text,
  user_name text not null,
  password_hash text,
  first_name text not null,
  last_name text not null default '',
  phone_number text,
  role text not null,
  time_zone text not null default 'America/Chicago',
  is_active boolean not null default true,
  declines_notifications boolean not null default false,
  created_at timestamptz not null,
  activated_at timestamptz
);
create unique index users_email on users (lower(email)) where email is not null;
create index users_customer on users (customer_id);

create table organization_locations (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  name text not null,
  address text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  uses_new_policy boolean not null default false,
  created_at timestamptz not null
);
create index organization_locations_customer on organization_locations (customer_id);

create table locations (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  user_id uuid not null references users (id) on delete cascade,
  organization_location_id uuid references organization_locations (id) on delete set null,
  label text not null,
  location_name text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  radius1 double precision not null check (radius1 > 0 and radius1 <= 50),
  radius2 double precision not null default 0 check (radius2 >= 0 and radius2 <= 50),
  radius3 double precision not null default 0 check (radius3 >= 0 and radius3 <= 50),
  radius4 double precision not null default 0 check (radius4 >= 0 and radius4 <= 50),
  all_clear_minutes int not null check (all_clear_minutes between 10 and 60),
  flags int not null default 0,
  forecast_location boolean not null default false,
  type int not null default 0,
  time_zone text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index locations_customer_user on locations (customer_id, user_id);
create unique index locations_user_organization_location on locations (user_id, organization_location_id) where organization_location_id is not null;

-- One row for each look of a lightning feed at its region: what it vouches for. A look is stored in the same transaction as its flashes.
create table lightning_sweeps (
  id bigint generated always as identity primary key,
  feed text not null,
  key text not null,
  observed_from timestamptz not null,
  observed_to timestamptz not null check (observed_to > observed_from),
  received_at timestamptz not null,
  flash_count int not null,
  unique (feed, key)
);
create index lightning_sweeps_to on lightning_sweeps (observed_to);

-- Flashes, partitioned by day (UTC); partitions are made as flashes come and dropped by retention.
-- points: latitude, longitude, … of every group, single precision little-endian.
create table flashes (
  at timestamptz not null,
  feed text not null,
  key text not null,
  sweep_id bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  points bytea not null,
  energy_j double precision,
  amplitude_ka double precision,
  quality int not null,
  type smallint not null,
  primary key (at, feed, key)
) partition by range (at);
create index flashes_sweep on flashes (sweep_id);

create table stations (
  id text primary key,
  vendor text not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  elevation_m double precision,
  updated_at timestamptz not null
);

-- Reports of stations, partitioned by month (UTC).
create table observations (
  station_id text not null,
  observed_at timestamptz not null,
  received_at timestamptz not null,
  temperature_c double precision,
  dew_point_c double precision,
  wind_mps double precision,
  wind_gust_mps double precision,
  wind_direction_deg double precision,
  wind_variable boolean not null default false,
  altimeter_hpa double precision,
  visibility_miles double precision,
  visibility_at_least boolean not null default false,
  precipitation_last_hour_mm double precision,
  cloud_cover double precision,
  weather_text text,
  thunder text not null,
  raw text not null,
  primary key (station_id, observed_at)
) partition by range (observed_at);

-- How each feed fares. State is derived from these facts when asked, never stored.
create table feeds (
  kind text not null,
  vendor text not null,
  observed_through timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  primary key (kind, vendor)
);

-- Which weather this database holds, and the product's clock: at anchor_wall_at (wall time) it was anchor_at and ran speed times as fast.
-- begun_at is where its weather began;
-- reached_at lies a little ahead of any instant that was shown, so that a restart never goes back. One row.
create table house (
  id int primary key default 1 check (id = 1),
  weather text not null,
  begun_at timestamptz not null,
  reached_at timestamptz not null,
  anchor_at timestamptz not null,
  anchor_wall_at timestamptz not null,
  speed double precision not null,
  beat_wall_at timestamptz not null
);
