-- API keys with rights, places, networks and an end of their own. Null is what keys had before: everything that the
-- owner may, everywhere, without an end.
alter table api_keys
  -- The first characters, by which people tell keys apart; null for keys made before.
  add column prefix text,
  add column permissions text[],
  -- The only places: locations of the owner, and those of the owner at these organization locations.
  add column location_ids uuid[],
  add column organization_location_ids uuid[],
  -- Addresses and CIDR networks.
  add column networks text[],
  add column expires_at timestamptz,
  -- The key before the last rotation, which goes on for a day.
  add column rotated_at timestamptz,
  add column previous_hash bytea unique,
  add column previous_ends_at timestamptz,
  add column last_used_at timestamptz,
  add column last_used_network text,
  add column revision integer not null default 1,
  add column field_revisions jsonb not null default '{}',
  add check ((previous_hash is null) = (previous_ends_at is null));
create index api_keys_organization on api_keys (organization_id) where revoked_at is null;
