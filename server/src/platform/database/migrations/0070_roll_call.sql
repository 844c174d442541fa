-- Shelters of places, the groups that a place expects, and roll-calls. Instants are of the product clock, except those
-- with wall in their name.
create table shelters (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null check (name <> ''),
  -- Null: not known.
  capacity int check (capacity > 0),
  minutes_to_reach int not null,
  directions text not null default '',
  position int not null default 0,
  is_open boolean not null default false,
  open_set_by uuid references users (id) on delete set null,
  open_set_at timestamptz not null,
  -- Printed at the shelter, so it is no secret; null once the shelter is removed.
  code text unique,
  removed_at timestamptz,
  check ((code is null) = (removed_at is not null))
);
create index shelters_organization on shelters (organization_id);
create index shelters_place on shelters (organization_location_id);
create index shelters_open_set_by on shelters (open_set_by);

create table roll_call_groups (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null check (name <> ''),
  expected int not null check (expected >= 0)
);
create index roll_call_groups_organization on roll_call_groups (organization_id);
create unique index roll_call_groups_name on roll_call_groups (organization_location_id, lower(name));

create table roll_call_settings (
  organization_id uuid primary key references organizations (id) on delete cascade,
  revision int not null default 1,
  -- Whether wardens may enter names.
  names boolean not null,
  updated_at timestamptz not null
);

create table roll_calls (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  revision int not null default 1,
  -- Made by the device: the same start sent again is one.
  key uuid not null,
  is_drill boolean not null,
  has_names boolean not null,
  started_by uuid references users (id) on delete set null,
  started_at timestamptz not null,
  -- When it ends by itself.
  ends_wall_at timestamptz not null,
  -- Null: it ended by itself.
  ended_by uuid references users (id) on delete set null,
  ended_at timestamptz,
  ended_wall_at timestamptz,
  notice_id uuid references notices (id) on delete set null,
  -- Whom the notice was sent to; null without one.
  notified int,
  unique (organization_id, key),
  check ((ended_at is null) = (ended_wall_at is null))
);
-- A place has one that is open.
create unique index roll_calls_open on roll_calls (organization_location_id) where ended_at is null;
create index roll_calls_place on roll_calls (organization_location_id, started_at desc);
create index roll_calls_started_by on roll_calls (started_by);
create index roll_calls_ended_by on roll_calls (ended_by);
create index roll_calls_notice on roll_calls (notice_id);
create index roll_calls_ends on roll_calls (ends_wall_at) where ended_at is null;
create index roll_calls_started_at on roll_calls (started_at);

-- The groups of a place as they were when the roll-call began, and those that a warden added to it.
create table called_groups (
  id uuid primary key default gen_random_uuid(),
  roll_call_id uuid not null references roll_calls (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  -- Made by the device that added it; null for a group of the place.
  key uuid,
  name text not null,
  expected int not null check (expected >= 0),
  unique (roll_call_id, key)
);
create unique index called_groups_name on called_groups (roll_call_id, lower(name));
create index called_groups_organization on called_groups (organization_id);

-- People by name, without accounts: only where the organization turned names on.
create table roll_call_members (
  id uuid primary key default gen_random_uuid(),
  roll_call_id uuid not null references roll_calls (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  called_group_id uuid not null references called_groups (id) on delete cascade,
  -- Made by the device: the same member sent again is one.
  key uuid not null,
  -- Null once it is erased, seven days after the start.
  name text,
  removed_at timestamptz,
  unique (roll_call_id, key)
);
create index roll_call_members_organization on roll_call_members (organization_id);
create index roll_call_members_group on roll_call_members (called_group_id);
create index roll_call_members_named on roll_call_members (roll_call_id) where name is not null;

-- What was counted. A row is never changed.
create table roll_call_entries (
  -- In the order of their receipt.
  id bigint generated always as identity primary key,
  roll_call_id uuid not null references roll_calls (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Made by the device: the same entry sent again is one.
  key uuid not null,
  kind text not null check (kind in ('count', 'tick', 'code', 'account')),
  called_group_id uuid references called_groups (id) on delete cascade,
  member_id uuid references roll_call_members (id) on delete cascade,
  -- Null: a member who is not present.
  shelter_id uuid references shelters (id) on delete cascade,
  people int check (people >= 0),
  -- Of the browser that checked in, made for this roll-call.
  device_key uuid,
  -- Who counted, ticked or checked in by account; null once the person is gone.
  user_id uuid references users (id) on delete set null,
  -- When it was made, by the phone's own clock.
  at timestamptz not null,
  received_at timestamptz not null,
  -- Real ms between the two; null where the phone's clock was set in between.
  age_ms int,
  -- It waited on a phone without a network, or came after the end.
  joined_later boolean not null,
  unique (roll_call_id, key),
  check (kind <> 'count' or (called_group_id is not null and shelter_id is not null and people is not null)),
  check (kind <> 'tick' or member_id is not null),
  check (kind <> 'code' or (shelter_id is not null and people is not null and device_key is not null)),
  check (kind <> 'account' or (shelter_id is not null and people is not null))
);
create index roll_call_entries_organization on roll_call_entries (organization_id);
create index roll_call_entries_group on roll_call_entries (called_group_id);
create index roll_call_entries_member on roll_call_entries (member_id);
create index roll_call_entries_shelter on roll_call_entries (shelter_id);
create index roll_call_entries_device on roll_call_entries (roll_call_id, device_key) where device_key is not null;
create index roll_call_entries_user on roll_call_entries (user_id);
