-- How a person last had the map: layers, base map, speed, view.
create table map_settings (
  user_id uuid primary key references users (id) on delete cascade,
  settings jsonb not null,
  saved_at timestamptz not null
);
