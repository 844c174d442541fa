-- Shows on screens of others, and the links that open them.
create table shows (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null check (name <> ''),
  layout text not null check (layout in ('wide', 'portrait', 'ribbon')),
  -- Ids of organization locations; those that are gone stay, so that the show can say so.
  place_ids uuid[] not null,
  -- As the wire has them: [{ kind, seconds, … }]
  scenes jsonb not null,
  ticker text not null default '',
  shows_clock boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index shows_organization on shows (organization_id, name);

-- Only the digest of a token is stored. A link that is revoked is deleted; times are of the wall clock.
create table show_links (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  show_id uuid not null references shows (id) on delete cascade,
  -- Who made it: it ends with the rights of that person.
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index show_links_organization on show_links (organization_id);
create index show_links_show on show_links (show_id, created_at);
create index show_links_user on show_links (user_id);
create index show_links_expiry on show_links (expires_at);
