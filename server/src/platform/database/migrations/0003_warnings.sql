-- Groups of people, policies, warnings, what is told to whom, and by which way.

-- A site is a group of people (spec: user group). alert_times: [{ day 0-6, startTime, endTime, allDay, enabled }] in time_zone.
create table sites (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  name text not null,
  time_zone text not null,
  alert_times jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index sites_name on sites (customer_id, lower(name));

-- Which places of the organisation a group answers for. A place without any group belongs to all of them.
create table organization_location_sites (
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  site_id uuid not null references sites (id),
  customer_id uuid not null references customers (id),
  primary key (organization_location_id, site_id)
);
create index organization_location_sites_site on organization_location_sites (site_id);

-- alert_times null: at any time. notification_type 0 push, 1 SMS.
alter table users
  add column site_id uuid references sites (id),
  add column notification_type smallint not null default 0,
  add column sms_notifications boolean not null default false,
  add column email_notifications boolean not null default true,
  add column opt_out_forecast boolean not null default false,
  add column precipitation_notification boolean not null default true,
  add column severe_weather_notification boolean not null default true,
  add column proactive_forecast_notification boolean not null default true,
  add column geofence_alerts_enabled boolean not null default false,
  add column alert_times_enabled boolean not null default true,
  add column alert_times jsonb,
  add column email_suppressed_at timestamptz;
create index users_site on users (site_id) where site_id is not null;

-- A deleted policy stays for the record.
create table policies (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  trigger_id uuid not null default gen_random_uuid(),
  type_short_name text not null,
  name text not null,
  threshold double precision not null,
  all_clear_minutes int not null,
  re_alert_minutes int not null,
  all_groups boolean not null,
  events text[] not null default '{}',
  life_safety boolean not null default false,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index policies_customer on policies (customer_id) where deleted_at is null;

create table policy_sites (
  policy_id uuid not null references policies (id) on delete cascade,
  site_id uuid not null references sites (id) on delete cascade,
  customer_id uuid not null references customers (id),
  primary key (policy_id, site_id)
);

-- Notify Users (all_clear false) and Notify On All Clear (true), each with text of the organisation's own.
create table policy_actions (
  id uuid primary key default gen_random_uuid(),
  policy_id uuid not null references policies (id) on delete cascade,
  customer_id uuid not null references customers (id),
  all_clear boolean not null,
  message text not null default '',
  unique (policy_id, all_clear)
);

-- One warning from its start to its end. state is what the state machine of the domain keeps; revision guards it against a second writer.
-- event_key tells alerts of the weather service apart, which may stand side by side; '' for everything else.
create table warnings (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  policy_id uuid not null references policies (id),
  policy_revision int not null,
  organization_location_id uuid references organization_locations (id) on delete set null,
  event_key text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  state jsonb not null,
  -- What was last known of the evidence: distance and bearing of a strike, the event of an alert.
  facts jsonb not null default '{}',
  revision int not null default 1,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index warnings_open on warnings (policy_id, organization_location_id, event_key) where ended_at is null;
create index warnings_customer on warnings (customer_id, started_at);
create index warnings_location on warnings (organization_location_id) where ended_at is null;

-- What is to be told: one row for each notice of a warning (started, reminder, …, all-clear), each test and each mass notification.
create table notices (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  warning_id uuid references warnings (id),
  -- The warning's revision that caused it; a notice of one step of the machine cannot be written twice.
  warning_revision int,
  kind text not null,
  event_type int not null,
  correlation_id uuid not null,
  organization_location_id uuid references organization_locations (id) on delete set null,
  subject text not null,
  text text not null,
  short text not null,
  time_zone text not null,
  facts jsonb not null default '{}',
  -- The product's clock, and the wall clock for how long delivery took.
  at timestamptz not null,
  written_at timestamptz not null,
  unique (warning_id, warning_revision, kind)
);
create index notices_customer on notices (customer_id, at);

-- Whom it concerns. muted says why nothing was sent out: declined, opted-out, schedule, silenced, no-channel.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  notice_id uuid not null references notices (id) on delete cascade,
  customer_id uuid not null references customers (id),
  user_id uuid not null references users (id) on delete cascade,
  muted text,
  at timestamptz not null,
  unique (notice_id, user_id)
);
create index notifications_user on notifications (user_id, at);

-- One way to one recipient: never twice for the same notice. recipient: the user's or webhook's id; target: the subscription's id where a
-- person has several of a channel, '' otherwise. rest: channels to try when this one does not take it.
-- state: queued, sending, accepted, delivered, failed, not-configured.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  notice_id uuid not null references notices (id) on delete cascade,
  customer_id uuid not null references customers (id),
  user_id uuid references users (id) on delete cascade,
  recipient text not null,
  channel text not null,
  target text not null default '',
  rest text[] not null default '{}',
  state text not null default 'queued',
  vendor text,
  provider_id text,
  provider_state text,
  last_error text,
  attempts int not null default 0,
  -- The shift that is sending it, or sent it last.
  shift int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  accepted_at timestamptz,
  unique (notice_id, recipient, channel, target)
);
create index deliveries_waiting on deliveries (updated_at) where state in ('queued', 'sending');
create index deliveries_customer on deliveries (customer_id, created_at);
create index deliveries_provider on deliveries (provider_id) where provider_id is not null;

-- Wall time. outcome null: the attempt began and nobody knows how it ended.
create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number int not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  detail text,
  primary key (delivery_id, number)
);

-- A stretch of work of one process: alive as long as its connection holds the advisory lock of its number. pools: the names under which
-- it has taken jobs.
create sequence delivery_shift_numbers as int;
create table delivery_shifts (
  number int primary key,
  pools text[] not null,
  started_at timestamptz not null
);

create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text not null default '',
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id);

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  url text not null,
  secret text not null,
  enabled boolean not null default true,
  created_at timestamptz not null
);
create index webhooks_customer on webhooks (customer_id);

-- What the demonstration's mail channel delivers to: a page of the product instead of a mail server.
create table mailbox (
  delivery_id uuid primary key references deliveries (id) on delete cascade,
  customer_id uuid not null references customers (id),
  user_id uuid not null references users (id) on delete cascade,
  address text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null
);
create index mailbox_customer on mailbox (customer_id, at);

-- Alerts of the weather service as they came, so that an update can be matched to what it refers to.
create table weather_alerts (
  vendor text not null,
  id text not null,
  event text not null,
  status text not null,
  message_type text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ends_at timestamptz,
  zones text[] not null,
  alert jsonb not null,
  received_at timestamptz not null,
  primary key (vendor, id)
);
create index weather_alerts_expiry on weather_alerts (expires_at);

-- The weather service's zones of a place, to about 100 m.
create table place_zones (
  latitude numeric(7, 3) not null,
  longitude numeric(7, 3) not null,
  zones text[] not null,
  asked_at timestamptz not null,
  primary key (latitude, longitude)
);

create table proactive_forecasts (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  type_name text not null,
  color text not null,
  -- Said, not concluded from a list without places: one whose places are all gone is for none.
  for_all_locations boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);
create index proactive_forecasts_customer on proactive_forecasts (customer_id, expires_at);

create table proactive_forecast_locations (
  forecast_id uuid not null references proactive_forecasts (id) on delete cascade,
  organization_location_id uuid not null references organization_locations (id) on delete cascade,
  primary key (forecast_id, organization_location_id)
);

-- html is sanitised before it is stored.
create table proactive_forecast_messages (
  id uuid primary key default gen_random_uuid(),
  forecast_id uuid not null references proactive_forecasts (id) on delete cascade,
  headline text not null,
  html text not null,
  created_at timestamptz not null
);
