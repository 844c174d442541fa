-- Links that sign a wall in to some locations of their creator. Only the digest of a token is stored.
create table display_links (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- Either chosen locations or those of a group; with the group goes the link.
  location_ids uuid[],
  group_id uuid references groups (id) on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check ((location_ids is null) <> (group_id is null))
);
create index display_links_organization on display_links (organization_id) where revoked_at is null;
