-- What people have made happen in simulated weather. Never changed: the weather is a function of it.
create table demonstration_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('storm', 'quiet', 'outage', 'heat')),
  location_id uuid references locations (id) on delete set null,
  -- The place as it was, so that a change of the location does not change the weather of the past.
  location_label text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_miles double precision not null check (radius_miles > 0),
  -- Who: a person, in a session or by an API key, or a part of the server.
  started_by uuid references users (id) on delete set null,
  started_via text not null check (started_via in ('session', 'api-key', 'system')),
  -- Product time.
  created_at timestamptz not null,
  starts_at timestamptz not null
);
create index demonstration_events_start on demonstration_events (starts_at);
create index demonstration_events_organization on demonstration_events (organization_id, starts_at);
create index demonstration_events_location on demonstration_events (location_id);
create index demonstration_events_person on demonstration_events (started_by);
