-- The audit chains: who changed what. One chain for each organization, and 'installation' for what belongs to none.
-- Nothing here refers to another table: a chain outlasts the people and the organization that it is about.

-- The newest entry of each chain. Its row is locked while an entry is added, so that entries follow one another.
create table audit_chains (
  chain text primary key,
  sequence bigint not null,
  hash text not null
);

create table audit_entries (
  chain text not null,
  sequence bigint not null,
  -- SHA-256 of `body`, as lower-case hex.
  hash text not null,
  -- The canonical JSON (RFC 8785) of the entry, byte by byte as it was hashed.
  body text not null,
  -- For searching; `body` is what holds.
  at timestamptz not null,
  actor_id text not null,
  action text not null,
  record_id text,
  primary key (chain, sequence)
);
create index audit_entries_at on audit_entries (chain, at);
create index audit_entries_record on audit_entries (chain, record_id, sequence);
create index audit_entries_actor on audit_entries (chain, actor_id, sequence);

-- What entries say of people, of whom the chain has digests only. Erasing a person deletes it here.
create table audit_values (
  chain text not null,
  -- SHA-256 of salt and value, as lower-case hex.
  digest text not null,
  user_id uuid,
  salt text not null,
  -- JSON
  value text not null,
  primary key (chain, digest)
);
create index audit_values_user on audit_values (user_id);

-- Append only, for the role that the product connects as too.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit are neither changed nor removed.' using errcode = '42501';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on audit_entries from current_user;
revoke delete, truncate on audit_chains from current_user;
