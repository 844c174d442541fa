-- What an organization's Admins set for it. The form of the second factor has revisions of its own.
alter table organizations
  -- Where questions to a meteorologist are sent; null: there is no desk.
  add column consultation_email text,
  -- IANA; that of new groups and imported people. Null: the one that most of its locations have.
  add column default_time_zone text,
  add column second_factor_revision int not null default 1,
  add column second_factor_field_revisions jsonb not null default '{}';

-- Whether the position was found by the address and nobody has looked at it since.
alter table organization_locations add column is_position_unchecked boolean not null default false;

-- The preview of a CSV file, kept for the person who uploaded it: what is imported is what was shown.
create table imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('places', 'people')),
  -- The header of the file, for the file of its wrong rows.
  columns text[] not null,
  created_at timestamptz not null
);
create index imports_created on imports (created_at);

-- position: the row's number in the file, the header being row 1.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  position int not null,
  outcome text not null check (outcome in ('add', 'change', 'skip', 'error')),
  content jsonb not null,
  primary key (import_id, position)
);
create index import_rows_outcome on import_rows (import_id, outcome, position);
