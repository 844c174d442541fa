-- Events that programs read from the event stream, kept so that a program reads what it missed.
create table stream_positions (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- The position of the newest event; 0 before the first.
  newest bigint not null default 0,
  -- When a program last had the stream open, wall time; null for never.
  read_at timestamptz
);

create table stream_events (
  entry bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Counts the events of an organization from 1, without gaps, in the order in which they commit; null until then.
  position bigint,
  -- That of the webhook event, where there is one.
  event_id uuid not null,
  kind text not null,
  organization_location_ids uuid[] not null,
  data jsonb not null,
  -- The product's clock.
  at timestamptz not null,
  -- The wall clock.
  created_at timestamptz not null,
  unique (organization_id, event_id)
);
create unique index stream_events_position on stream_events (organization_id, position);
create index stream_events_age on stream_events (created_at);

-- Positions are given at the commit, while the row of the organization is locked: whoever has read a position has read
-- all before it. The lock is the last that a transaction takes, so it is held briefly and joins no deadlock.
create function number_stream_event() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  -- The organization was deleted in the same transaction.
  if not exists (select from stream_events where entry = new.entry) then
    return null;
  end if;
  insert into stream_positions (organization_id, newest) values (new.organization_id, 1)
    on conflict (organization_id) do update set newest = stream_positions.newest + 1
    returning newest into next;
  update stream_events set position = next where entry = new.entry;
  return null;
end $$;
create constraint trigger stream_events_number after insert on stream_events
  deferrable initially deferred for each row execute function number_stream_event();
