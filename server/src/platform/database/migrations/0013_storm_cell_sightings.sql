-- Storm cells of the last hours, each as a radar saw it and when that came in, so that a storm can be replayed. Lists are kept by their times: where there was
-- none for a while, no cells means that nobody knew.
create table storm_cell_sightings (
  vendor text not null,
  id text not null,
  observed_at timestamptz not null,
  received_at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  cell jsonb not null,
  primary key (vendor, id, observed_at)
);
create index storm_cell_sightings_observed on storm_cell_sightings (observed_at);
create table storm_cell_lists (
  vendor text not null,
  as_of timestamptz not null,
  received_at timestamptz not null,
  primary key (vendor, as_of)
);
