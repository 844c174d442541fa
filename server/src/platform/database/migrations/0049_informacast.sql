-- InformaCast: the connection of an organization, what triggers its scenarios, and every launch.
create table informacast_connections (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null unique references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  -- The trigger of the connection, which the wire shows as a webhook.
  webhook_id uuid not null unique default gen_random_uuid(),
  signs_in_by text not null check (signs_in_by in ('token', 'client')),
  -- Sealed JSON.
  credential text not null,
  -- Who connected it.
  user_id uuid references users (id) on delete set null,
  -- Why the credential was refused when it was last used; null when it was not.
  problem text,
  connected_at timestamptz not null
);

-- A group at a place that the trigger of a connection follows.
create table informacast_links (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  connection_id uuid not null references informacast_connections (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade,
  unique (connection_id, organization_location_id, group_id)
);
create index informacast_links_place on informacast_links (organization_location_id);
create index informacast_links_group on informacast_links (group_id);

create table informacast_mappings (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  connection_id uuid not null references informacast_connections (id) on delete cascade,
  link_id uuid not null references informacast_links (id) on delete cascade,
  -- Ids and names of InformaCast; the names as they were when it was added.
  site_id text not null,
  site_name text not null,
  scenario_id text not null,
  scenario_name text not null,
  all_clear_scenario_id text,
  all_clear_scenario_name text,
  created_at timestamptz not null,
  unique (link_id, site_id, scenario_id)
);
create index informacast_mappings_organization on informacast_mappings (organization_id);

create table informacast_launches (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  mapping_id uuid not null references informacast_mappings (id) on delete cascade,
  -- 'start', 'all-clear' or 'test'
  kind text not null check (kind in ('start', 'all-clear', 'test')),
  -- The step of the warning that caused it, or the test: one launch of a mapping for each.
  step_key text not null,
  warning_id uuid references warnings (id) on delete set null,
  -- Who tested.
  user_id uuid references users (id) on delete set null,
  site_name text not null,
  scenario_id text not null,
  scenario_name text not null,
  text text not null,
  -- queued, sending, launched, failed, withheld, dropped, unknown
  state text not null default 'queued',
  attempts int not null default 0,
  -- It may have been launched: InformaCast is asked before it is tried again.
  is_unsure boolean not null default false,
  -- When it was first tried without a clear answer.
  tried_at timestamptz,
  -- Of InformaCast.
  notification_id text,
  -- The lease of the process that launches it, or did last.
  lease int,
  detail text not null default '',
  -- The product's clock.
  at timestamptz not null,
  -- The wall clock, as are the instants below.
  created_at timestamptz not null,
  -- Not tried after it.
  deadline_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  unique (mapping_id, step_key)
);
create index informacast_launches_mapping on informacast_launches (mapping_id, created_at);
create index informacast_launches_waiting on informacast_launches (updated_at) where state in ('queued', 'sending');
create index informacast_launches_warning on informacast_launches (warning_id) where warning_id is not null;
create index informacast_launches_age on informacast_launches (created_at);

-- Wall time. ended_at null: the attempt began and nobody knows how it ended.
create table informacast_attempts (
  launch_id uuid not null references informacast_launches (id) on delete cascade,
  number int not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  detail text,
  primary key (launch_id, number)
);
