-- Adds an entry to a chain in one call. The chain knows the entry's number, the hash before it and its time, so that
-- they are put into its canonical JSON here: `head`, the time, `middle`, the hash before, `rest`, the number and a
-- closing brace. The newest entry of the chain is locked until the end of the transaction.
create function append_audit(
  of_chain text, head text, middle text, rest text, actor text, done text, record text, personal jsonb
) returns void language plpgsql as $$
declare
  number bigint;
  before text;
  moment timestamptz;
  whole text;
  digest text;
begin
  select sequence + 1, hash into number, before from audit_chains where chain = of_chain for update;
  if not found then
    insert into audit_chains (chain, sequence, hash) values (of_chain, 0, repeat('0', 64)) on conflict do nothing;
    select sequence + 1, hash into number, before from audit_chains where chain = of_chain for update;
  end if;
  moment := date_trunc('milliseconds', clock_timestamp());
  whole := head || to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || middle || before || rest
    || number || '}';
  digest := encode(sha256(convert_to(whole, 'UTF8')), 'hex');
  insert into audit_entries (chain, sequence, hash, body, at, actor_id, action, record_id)
    values (of_chain, number, digest, whole, moment, actor, done, record);
  if personal is not null then
    insert into audit_values (chain, digest, user_id, salt, value)
      select of_chain, given.digest, given."userId", given.salt, given.value
      from jsonb_to_recordset(personal) as given (digest text, "userId" uuid, salt text, value text);
  end if;
  update audit_chains set sequence = number, hash = digest where chain = of_chain;
end $$;
