-- What a source last said is so, whole: the next snapshot takes its place. as_of is the instant for which it is good.
create table feed_snapshots (
  kind text not null,
  vendor text not null,
  as_of timestamptz not null,
  stored_at timestamptz not null,
  data jsonb not null,
  primary key (kind, vendor)
);
