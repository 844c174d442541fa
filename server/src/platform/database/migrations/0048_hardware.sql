-- On-site hardware: sirens, lights, relays and loudspeakers, what they signal, and every command to them.
create table hardware_units (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null,
  -- 'OWS', 'OWX', 'PAS' or 'RLY'; a 'WXS' is a row of stations only.
  model text not null check (model in ('OWS', 'OWX', 'PAS', 'RLY')),
  -- Without its place it is disabled.
  organization_location_id uuid references organization_locations (id) on delete set null,
  -- The weather station of an OWX.
  station_id text references stations (id) on delete set null,
  driver text not null,
  address text not null,
  username text not null default '',
  -- Sealed; empty for none.
  password text not null default '',
  options jsonb not null default '{}',
  wiring jsonb not null default '{}',
  default_play_count int not null default 1,
  -- Minutes between two questions; null for every minute.
  ask_every_minutes int,
  enabled boolean not null default true,
  disabled_reason text,
  -- What makes a siren of an OWS or OWX.
  radius_miles int not null default 10,
  all_clear_minutes int not null default 30,
  duration_seconds int not null default 10,
  plays int not null default 3,
  all_clear_duration_seconds int not null default 10,
  all_clear_plays int not null default 1,
  post_warn_message text not null default '',
  post_all_clear_message text not null default '',
  post_warn_clip text not null default '',
  post_all_clear_clip text not null default '',
  after_siren_pa_id uuid references hardware_units (id) on delete set null,
  -- [{ day, startTime, endTime, allDay, enabled }]
  alert_times jsonb not null default '[]',
  life_safety boolean not null default false,
  -- Policies of other kinds that fire it.
  policy_ids uuid[] not null default '{}',
  light_off_after_hours int,
  -- { startTime, endTime } in the unit's time zone; null: 5 to 10 UTC.
  offline_window jsonb,
  public_page boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index hardware_units_organization on hardware_units (organization_id, name);
create index hardware_units_place on hardware_units (organization_location_id);

create table hardware_relays (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  unit_id uuid not null references hardware_units (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null,
  output text not null,
  -- Without a policy it has no automation.
  policy_id uuid references policies (id) on delete set null,
  on_at_start boolean not null default true,
  on_at_clear boolean not null default false,
  shortest_on_seconds int,
  longest_on_seconds int,
  excludes_relay_id uuid references hardware_relays (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (unit_id, name)
);
create index hardware_relays_organization on hardware_relays (organization_id);

-- The state of the automation of a relay, written by the engine. `state` is RelayState of the domain.
create table hardware_relay_states (
  relay_id uuid primary key references hardware_relays (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  state jsonb not null,
  updated_at timestamptz not null
);

-- What a unit signals, written by the engine. `state` is SignalState of the domain.
create table hardware_signals (
  unit_id uuid primary key references hardware_units (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Raised by each step: of two engines the slower one is refused.
  step int not null default 1,
  state jsonb not null,
  -- Where the unit was at the last step, { placeId, latitude, longitude }: one that is elsewhere now was moved.
  place jsonb not null default 'null',
  updated_at timestamptz not null
);

create table hardware_commands (
  id uuid primary key,
  -- The order in which a unit carries them out.
  entry bigint generated always as identity,
  organization_id uuid not null references organizations (id) on delete cascade,
  unit_id uuid not null references hardware_units (id) on delete cascade,
  relay_id uuid references hardware_relays (id) on delete set null,
  -- 'sound', 'light', 'relay', 'play' or 'stop-sound'
  action text not null,
  -- HardwareAction of the domain, whole.
  content jsonb not null,
  -- 'warning', 'all-clear', 'automation', 'test', 'drill', 'person' or 'supervision'
  cause text not null,
  -- Which warning, test or person, and why; for the record and the audit.
  cause_details jsonb not null,
  user_id uuid references users (id) on delete set null,
  -- queued, sending, confirmed, sent, refused, failed, dropped, unknown
  state text not null default 'queued',
  attempts int not null default 0,
  -- Plays of a sound or message that the device has taken.
  plays_done int not null default 0,
  -- The lease of the process that carries it out, or did last.
  lease int,
  detail text not null default '',
  -- The product's clock.
  at timestamptz not null,
  -- The wall clock, as are the instants below.
  created_at timestamptz not null,
  -- Not begun before it: words that follow a signal, and what is tried again.
  not_before timestamptz not null default now(),
  -- Not begun after it.
  deadline_at timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz,
  -- Until when the device may sound because of it.
  sounds_until timestamptz
);
create index hardware_commands_unit on hardware_commands (unit_id, entry);
create index hardware_commands_waiting on hardware_commands (unit_id, entry) where state in ('queued', 'sending');
create index hardware_commands_sounding on hardware_commands (organization_id, sounds_until) where sounds_until is not null;
create index hardware_commands_age on hardware_commands (created_at);

-- What units say of themselves, written by supervision.
create table hardware_status (
  unit_id uuid primary key references hardware_units (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Product clock; null for never.
  last_contact_at timestamptz,
  asked_at timestamptz,
  -- The newest reading, DeviceReading of the adapters; null before the first.
  reading jsonb,
  read_at timestamptz,
  -- Why the last question failed; null when it did not.
  failure text,
  failing_since timestamptz,
  restarts int not null default 0,
  restarted_at timestamptz
);

-- Faults of units, open until `ended_at`. One row a fault, so that admins hear once of it, and once when it is over.
create table hardware_faults (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  unit_id uuid not null references hardware_units (id) on delete cascade,
  -- 'offline', 'battery', 'refused', 'stuck', 'clock', 'device'
  kind text not null,
  text text not null,
  -- Product clock.
  began_at timestamptz not null,
  ended_at timestamptz
);
create unique index hardware_faults_open on hardware_faults (unit_id, kind) where ended_at is null;
create index hardware_faults_organization on hardware_faults (organization_id, began_at);

create table hardware_tests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  unit_id uuid not null references hardware_units (id) on delete cascade,
  -- 'delay', 'all-clear', 'light', 'drill' or 'communication'
  kind text not null,
  -- Null for a scheduled one.
  user_id uuid references users (id) on delete set null,
  schedule_id uuid,
  -- Product clock.
  begun_at timestamptz not null,
  sound_ends_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- 'stopped', 'over', 'delay' (a real one broke it) or 'disabled'
  ended_because text
);
create unique index hardware_tests_running on hardware_tests (unit_id) where ended_at is null;
create index hardware_tests_unit on hardware_tests (unit_id, begun_at);

create table hardware_schedules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  unit_id uuid not null references hardware_units (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  kind text not null,
  every text not null,
  weekday int not null,
  -- 'HH:mm:ss' in the unit's time zone.
  time text not null,
  next_at timestamptz not null,
  last_done_at timestamptz,
  -- Why the last one was skipped; null when it was done.
  skipped text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index hardware_schedules_due on hardware_schedules (next_at);
create index hardware_schedules_organization on hardware_schedules (organization_id);

create table pa_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  title text not null,
  message text not null,
  clip text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index pa_messages_organization on pa_messages (organization_id, title);

-- The simulators of the demonstration that run now, by the name in their address `simulator:NAME`.
create table demonstration_devices (
  name text primary key,
  port int not null,
  updated_at timestamptz not null
);
