-- Who watches the weather for a place, and who decides there, with stand-ins by weekly times.
create table place_duties (
  organization_location_id uuid primary key references organization_locations (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  updated_at timestamptz not null
);
create index place_duties_organization on place_duties (organization_id);

create table place_duty_people (
  organization_location_id uuid not null references place_duties (organization_location_id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  duty text not null check (duty in ('watcher', 'decision-maker')),
  -- 0 is the person who has the duty when no stand-in does; stand-ins follow in their order.
  position int not null,
  user_id uuid not null references users (id) on delete cascade,
  -- 0 Sunday – 6 Saturday, and 'HH:mm' by the clock of the place; null for position 0.
  weekdays int[],
  starts_at text,
  ends_at text,
  primary key (organization_location_id, duty, position)
);
create index place_duty_people_organization on place_duty_people (organization_id);
create index place_duty_people_user on place_duty_people (user_id);
