-- When people are outdoors at a place of the organization: a list that is edited and saved as a whole.
create table practice_times (
  organization_location_id uuid primary key references organization_locations (id) on delete cascade,
  organization_id uuid not null references organizations (id),
  times jsonb not null,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  updated_at timestamptz not null
);
