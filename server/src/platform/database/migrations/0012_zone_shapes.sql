-- The areas of zones that alerts of the weather service name. Without a shape none is known: the service has none (has_none), or could not be read so often.
create table zone_shapes (
  vendor text not null,
  zone text not null,
  -- Polygons of rings of [longitude, latitude], simplified: an edge may lie tolerance_degrees from where it was.
  polygons jsonb,
  tolerance_degrees double precision,
  -- Around all of it; from -180 to 180 where it touches the date line.
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  -- Since when the service has the zone so.
  effective_at timestamptz,
  fetched_at timestamptz,
  has_none boolean not null,
  -- In a row, since it last could be read.
  failures integer not null,
  ask_again_at timestamptz not null,
  primary key (vendor, zone)
);
