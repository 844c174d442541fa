-- Thunder that people heard at a place, and places that an admin keeps closed. Both hold the place. Instants are of the
-- product clock, except those with wall in their name.
create table thunder_reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  revision int not null default 1,
  -- Null once the person is erased.
  user_id uuid references users (id) on delete set null,
  -- Chosen by the phone: the same report sent again is one.
  key uuid not null,
  first_thunder_at timestamptz not null,
  -- The last press.
  thunder_at timestamptz not null,
  received_at timestamptz not null,
  received_wall_at timestamptz not null,
  -- By the phone's own clock, ms; null where that clock was set in between.
  age_ms int,
  flash_to_bang_seconds real,
  distance_miles real,
  -- It was too old to count when it came.
  recorded_only boolean not null default false,
  presses int not null default 1,
  taken_back_at timestamptz,
  taken_back_by uuid references users (id) on delete set null,
  take_back_reason text not null default '',
  unique (organization_id, key)
);
create index thunder_reports_place on thunder_reports (organization_location_id, thunder_at);
create index thunder_reports_user on thunder_reports (user_id);
create index thunder_reports_taken_back_by on thunder_reports (taken_back_by);
create index thunder_reports_at on thunder_reports (thunder_at);

create table place_closures (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  reason text not null check (reason <> ''),
  closed_by uuid references users (id) on delete set null,
  closed_at timestamptz not null,
  -- Null: until a person opens the place again.
  until_at timestamptz,
  opened_by uuid references users (id) on delete set null,
  opened_at timestamptz
);
-- A place is closed once.
create unique index place_closures_open on place_closures (organization_location_id) where opened_at is null;
create index place_closures_place on place_closures (organization_location_id, closed_at);
create index place_closures_closed_by on place_closures (closed_by);
create index place_closures_opened_by on place_closures (opened_by);
