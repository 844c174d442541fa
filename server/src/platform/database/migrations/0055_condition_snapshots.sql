-- When snapshots of a station are taken by themselves.
create table snapshot_schedules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  station_id text not null references stations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  rule jsonb not null,
  -- Everything due until then was taken.
  taken_through timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index snapshot_schedules_station on snapshot_schedules (station_id);
create index snapshot_schedules_organization on snapshot_schedules (organization_id);

-- What a station said at an instant. A snapshot is never changed.
create table condition_snapshots (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  station_id text not null references stations (id) on delete cascade,
  at timestamptz not null,
  reason text not null check (reason in ('warning-started', 'warning-ended', 'scheduled', 'person')),
  -- Warnings and schedules are removed before their snapshots.
  warning_id uuid,
  schedule_id uuid,
  -- The policy of the warning, or the practice.
  cause text not null default '',
  note text not null default '',
  user_id uuid references users (id) on delete set null,
  -- Of the newest report; null without one within a day.
  observed_at timestamptz,
  stale boolean not null,
  measured jsonb not null
);
create index condition_snapshots_station on condition_snapshots (station_id, organization_id, at desc, id);
create index condition_snapshots_organization on condition_snapshots (organization_id);
create index condition_snapshots_at on condition_snapshots (at);
create unique index condition_snapshots_warning on condition_snapshots (warning_id, station_id, reason)
  where warning_id is not null;
create unique index condition_snapshots_schedule on condition_snapshots (schedule_id, station_id, at)
  where schedule_id is not null;

-- By which the engine finds the warnings that began and ended last.
create index warnings_started on warnings (started_at);
