-- In which cell of a source's grid a place lies, to about 100 m; cell is null where the source does not reach.
create table forecast_places (
  vendor text not null,
  latitude numeric(7, 3) not null,
  longitude numeric(7, 3) not null,
  cell text,
  asked_at timestamptz not null,
  primary key (vendor, latitude, longitude)
);

-- The newest forecast of each cell. Hours that have passed are kept for a day and a half, so that a day can be shown whole.
create table forecasts (
  vendor text not null,
  cell text not null,
  issued_at timestamptz not null,
  as_of timestamptz not null,
  read_at timestamptz not null,
  hours jsonb not null,
  primary key (vendor, cell)
);

-- What was last said of the air around a place; places are told apart to a twentieth of a degree (some 3 miles).
create table air_quality (
  vendor text not null,
  latitude_20 integer not null,
  longitude_20 integer not null,
  as_of timestamptz not null,
  read_at timestamptz not null,
  readings jsonb not null,
  primary key (vendor, latitude_20, longitude_20)
);
