-- Responses of people to messages that ask for one, and whom requests without responses are passed on to. Instants are
-- of the product clock, except those with wall in their name.
create table escalation_chains (
  organization_id uuid primary key references organizations (id) on delete cascade,
  revision int not null default 1,
  steps jsonb not null,
  updated_at timestamptz not null
);

create table response_requests (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  notice_id uuid not null references notices (id) on delete cascade,
  -- What steps notify in spite of quiet hours.
  life_safety boolean not null default false,
  is_drill boolean not null default false,
  -- The only group whose admins see it; null: all.
  group_id uuid references groups (id) on delete set null,
  asked_at timestamptz not null,
  -- Links and pages ask for no response later.
  ends_wall_at timestamptz not null,
  -- The chain as it was at the asking.
  steps jsonb not null,
  steps_taken int not null default 0,
  -- Null: no step is pending.
  next_step_at timestamptz
);
create index response_requests_organization on response_requests (organization_id, asked_at desc);
create index response_requests_notice on response_requests (notice_id);
create index response_requests_group on response_requests (group_id);
create index response_requests_next_step on response_requests (next_step_at) where next_step_at is not null;

create table response_requested_people (
  request_id uuid not null references response_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- SHA-256 of the token of the person's link; null once the person is erased.
  token_hash bytea unique,
  -- The response that counts; null without one.
  response_id uuid,
  primary key (request_id, user_id)
);
create index response_requested_people_user on response_requested_people (user_id);
create index response_requested_people_organization on response_requested_people (organization_id);

create table responses (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  request_id uuid not null,
  user_id uuid not null,
  -- Made by the device: the same response sent again is one.
  key uuid not null,
  kind text not null check (kind in ('read', 'inside', 'help')),
  place text not null default '',
  is_change boolean not null default false,
  by_link boolean not null default false,
  at timestamptz not null,
  unique (request_id, user_id, key),
  foreign key (request_id, user_id) references response_requested_people (request_id, user_id) on delete cascade
);
create index responses_organization on responses (organization_id);
create index responses_user on responses (user_id);

create table response_steps (
  request_id uuid not null references response_requests (id) on delete cascade,
  -- From 0.
  step int not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  at timestamptz not null,
  listed int not null,
  notified int not null,
  not_sent int not null,
  primary key (request_id, step)
);
create index response_steps_organization on response_steps (organization_id);

alter table mass_messages add column asks_response boolean not null default false;
alter table mass_messages add column response_request_id uuid references response_requests (id) on delete set null;
create index mass_messages_response_request on mass_messages (response_request_id);
alter table mass_message_templates add column asks_response boolean not null default false;
