-- The end of a warning was announced while something else held its place: those who were notified of it are
-- notified once more when the place is clear.
alter table warnings add column awaits_place_clear boolean not null default false;
create index warnings_awaiting_place_clear on warnings (organization_location_id) where awaits_place_clear;
