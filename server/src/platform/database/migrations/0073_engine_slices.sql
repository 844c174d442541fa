-- The engines of this database: each has one connection that it keeps, and renews its row about every second. Instants
-- are of the database's clock.
create table engine_sessions (
  id uuid primary key,
  -- Of the connection: an engine is gone at once with it.
  pid integer not null,
  backend_start timestamptz not null,
  renewed_at timestamptz not null
);

-- Which engine works for which part of all places.
create table engine_slices (
  slice smallint primary key,
  session_id uuid references engine_sessions (id) on delete set null,
  -- Raised each time that an engine takes it: whoever finds the same number knows that nobody else had it meanwhile.
  token bigint not null default 0
);
create index engine_slices_session on engine_slices (session_id);
insert into engine_slices (slice) select generate_series(0, 63);
