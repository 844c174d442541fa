-- What the particle sensors of organisations' own stations measured (µg/m³, after quality checks), added up by quarters of an hour as reports
-- arrive: air quality is an index of hours, and raw reports come every few seconds.
create table station_particles (
  station_id text not null references stations (id) on delete cascade,
  quarter_at timestamptz not null,
  pm25_sum double precision not null default 0,
  pm25_count integer not null default 0,
  pm10_sum double precision not null default 0,
  pm10_count integer not null default 0,
  primary key (station_id, quarter_at)
);
create index station_particles_quarter on station_particles (quarter_at);
