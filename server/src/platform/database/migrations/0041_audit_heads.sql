-- The signed heads of the audit chains: by them a chain that was cut or written anew is noticed. docs/audit.md has the
-- bytes that are signed.
create table audit_heads (
  chain text not null,
  sequence bigint not null,
  -- Of the entry with this number.
  hash text not null,
  -- Whole milliseconds.
  signed_at timestamptz not null,
  -- Ed25519, as lower-case hex.
  signature text not null,
  primary key (chain, sequence)
);
create index audit_heads_signed_at on audit_heads (signed_at);

-- Append only, as the entries are.
create trigger audit_heads_append_only before update or delete on audit_heads
  for each row execute function refuse_audit_change();
create trigger audit_heads_no_truncate before truncate on audit_heads
  for each statement execute function refuse_audit_change();
revoke update, delete, truncate on audit_heads from current_user;
