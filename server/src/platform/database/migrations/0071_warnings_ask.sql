-- A policy may ask for responses: one request for an event at a place, whichever of its warnings asked first.
alter table policies add column asks_response boolean not null default false;

alter table response_requests add column of_warning boolean not null default false;
create index response_requests_of_warning on response_requests (organization_id, asked_at desc) where of_warning;

-- The request of the event that the warning belongs to.
alter table warnings add column response_request_id uuid references response_requests (id) on delete set null;
create index warnings_response_request on warnings (response_request_id) where response_request_id is not null;

-- When it was pressed, by the age that the person's device gave; product clock. Null: when it was received.
alter table responses add column pressed_at timestamptz;

-- The people whom the text of a notice names, by id, as it names them: their names go when they are erased.
alter table notices add column named_people jsonb not null default '{}';
create index notices_named_people on notices using gin (named_people) where named_people <> '{}';
