-- Widgets: what an organization shows of a place on its website.
create table widgets (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Of its public address: 128 random bits, base64url. It grants what the widget shows.
  public_id text not null unique,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null check (name <> ''),
  -- Null once the place is gone.
  organization_location_id uuid references organization_locations (id) on delete set null,
  -- Null once the station is gone, or when none was chosen.
  weather_station_id uuid,
  theme int not null check (theme in (0, 1)),
  type int not null check (type in (0, 1, 2)),
  primary_condition int not null,
  conditions int[] not null default '{}',
  -- [{ forecastType, conditionType }]
  forecasts jsonb not null default '[]',
  -- Old policy model: whose policies are shown.
  policy_group_id uuid references groups (id),
  -- Ids of policies; those that are gone stay, so that the widget can say so.
  policy_ids uuid[] not null default '{}',
  message text not null default '',
  message_expires_at timestamptz,
  width int not null check (width >= 300),
  -- Origins of the sites that may embed it; empty allows all.
  allowed_origins text[] not null default '{}',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index widgets_organization on widgets (organization_id, name);
create index widgets_location on widgets (organization_location_id);
create index widgets_group on widgets (policy_group_id);
create index widgets_creator on widgets (created_by);

-- Mails of how to embed a widget, until they are sent.
create table widget_guides (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  widget_id uuid not null references widgets (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  -- The name that the mail gives as who asked for it.
  sender text not null,
  created_at timestamptz not null
);
create index widget_guides_organization on widget_guides (organization_id);
create index widget_guides_widget on widget_guides (widget_id);
create index widget_guides_user on widget_guides (user_id);
