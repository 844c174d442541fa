-- Messages of warnings in CAP 1.2. The document is kept as it was written: it never changes, whatever becomes of the
-- policy, the place or the software.
create table cap_messages (
  warning_id uuid not null references warnings (id) on delete cascade,
  -- From 1, in the order in which they were written.
  sequence integer not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  identifier text not null unique,
  sender text not null,
  -- The notice that it says.
  notice text not null,
  message_type text not null,
  response_type text not null,
  status text not null,
  headline text not null,
  -- The product's clock.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  document text not null,
  primary key (warning_id, sequence)
);
create index cap_messages_organization on cap_messages (organization_id, sent_at);

-- The secret address of an organization's feed: only the digest of its secret is stored. Instants are wall time.
create table cap_addresses (
  organization_id uuid primary key references organizations (id) on delete cascade,
  hash bytea not null unique,
  made_at timestamptz not null,
  last_used_at timestamptz
);
