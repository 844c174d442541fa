-- The newest position that a person shared (Alert Mode with geofence), and the one device that shares it. Times of
-- the wall clock.
create table shared_positions (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Chosen by the device. It stays while the position is deleted, so that another device does not take over unasked.
  device_id uuid not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  taken_at timestamptz,
  check (num_nonnulls(latitude, longitude, accuracy_meters, taken_at) in (0, 4))
);
create index shared_positions_organization on shared_positions (organization_id);

comment on column notifications.muted is
  'Why nothing was sent out: declined, opted-out, schedule, silenced, outside, no-channel.';
