-- Webhooks of their own: events, which are sent to receivers at least once, and the log of attempts.
alter table webhooks
  add column name text not null default '',
  add column description text not null default '',
  -- The person who is told when it is switched off; null when nobody is known.
  add column user_id uuid references users (id) on delete set null,
  -- What is sent; null for every kind, and for every place.
  add column kinds text[],
  add column organization_location_ids uuid[],
  -- The secret before the last renewal signs too, for a day.
  add column previous_secret text,
  add column previous_secret_ends_at timestamptz,
  add column secret_renewed_at timestamptz,
  -- Since when no attempt has succeeded; null when the last one did.
  add column failing_since timestamptz,
  -- Why it was switched off: 'failing', 'gone' or 'by-hand'.
  add column off_because text,
  add column accepted_at timestamptz;

create table webhook_events (
  -- The id that receivers see. That of a notice, for the events of warnings.
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  organization_location_ids uuid[] not null default '{}',
  data jsonb not null,
  -- The product's clock.
  at timestamptz not null,
  created_at timestamptz not null
);
create index webhook_events_organization on webhook_events (organization_id, created_at);
create index webhook_events_place on webhook_events using gin (organization_location_ids);
create index webhook_events_age on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_events (id) on delete cascade,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- queued, sending, accepted, failed
  state text not null default 'queued',
  attempts int not null default 0,
  -- Attempts before it was last sent again: the next ones are counted anew.
  attempts_before int not null default 0,
  -- When it was queued, or sent again.
  begun_at timestamptz not null,
  -- The lease of the process that is sending it, or sent it last.
  lease int,
  detail text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  accepted_at timestamptz,
  unique (event_id, webhook_id)
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_waiting on webhook_deliveries (updated_at) where state in ('queued', 'sending');

-- Wall time. outcome null: the attempt began and nobody knows how it ended.
create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  number int not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  detail text,
  status int,
  request text,
  answer text,
  duration_ms int,
  primary key (delivery_id, number)
);

-- The lightning state of a place that was last sent.
create table webhook_place_states (
  organization_location_id uuid primary key references organization_locations (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  state text not null,
  at timestamptz not null
);

-- What waits is sent by the new rules; the old rows stay as the record of what was sent.
insert into webhook_events (id, organization_id, kind, organization_location_ids, data, at, created_at)
select distinct n.id, n.organization_id, 'warning.' || n.kind,
  case when n.organization_location_id is null then '{}'::uuid[] else array[n.organization_location_id] end,
  jsonb_build_object('subject', n.subject, 'text', n.text, 'correlationId', n.correlation_id, 'facts', n.facts), n.at, n.written_at
from notices n join deliveries d on d.notice_id = n.id
where d.channel = 'webhook' and d.state in ('queued', 'sending');
insert into webhook_deliveries (event_id, webhook_id, organization_id, begun_at, created_at, updated_at)
select d.notice_id, w.id, d.organization_id, d.created_at, d.created_at, d.updated_at
from deliveries d join webhooks w on w.id::text = d.recipient
where d.channel = 'webhook' and d.state in ('queued', 'sending');
delete from deliveries where channel = 'webhook' and state in ('queued', 'sending');

alter table account_mails drop constraint account_mails_kind_check;
alter table account_mails add constraint account_mails_kind_check check (kind in (
  'invitation', 'password-reset', 'password-changed', 'new-device', 'factors-changed', 'factors-reset',
  'address-confirm', 'address-requested', 'address-changed', 'webhook-off'
));
