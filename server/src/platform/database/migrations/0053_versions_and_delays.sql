-- Every version of policies, of the locations of organizations and of those of people, so that the past is judged by the
-- settings of then. Triggers write them at the end of the transaction that changes a record, whatever changes it: an edit,
-- an import, a foreign key, an erased person. valid_from and valid_to are product time; valid_to null: it holds now.
create table policy_versions (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  policy_id uuid not null references policies (id) on delete cascade,
  revision int not null,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to >= valid_from),
  type_short_name text not null,
  name text not null,
  threshold double precision not null,
  all_clear_minutes int not null,
  re_alert_minutes int not null,
  all_groups boolean not null,
  group_ids uuid[] not null,
  events text[] not null,
  life_safety boolean not null
);
create unique index policy_versions_now on policy_versions (policy_id) where valid_to is null;
create index policy_versions_policy on policy_versions (policy_id, valid_from);
create index policy_versions_organization on policy_versions (organization_id, valid_from);

-- Without a foreign key to the location: its versions outlive it.
create table organization_location_versions (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  organization_location_id uuid not null,
  revision int not null,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to >= valid_from),
  name text not null,
  address text not null,
  latitude double precision not null,
  longitude double precision not null,
  group_ids uuid[] not null
);
create unique index organization_location_versions_now on organization_location_versions (organization_location_id)
  where valid_to is null;
create index organization_location_versions_location on organization_location_versions (organization_location_id, valid_from);
create index organization_location_versions_organization on organization_location_versions (organization_id, valid_from);

-- They belong to the person and are erased with the person.
create table location_versions (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  location_id uuid not null,
  revision int not null,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to >= valid_from),
  organization_location_id uuid,
  label text not null,
  location_name text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius1 double precision not null,
  radius2 double precision not null,
  radius3 double precision not null,
  radius4 double precision not null,
  all_clear_minutes int not null
);
create unique index location_versions_now on location_versions (location_id) where valid_to is null;
create index location_versions_location on location_versions (location_id, valid_from);
create index location_versions_user on location_versions (user_id);
create index location_versions_organization on location_versions (organization_id, valid_from);

-- Product time of the transaction: what its audit entry gave, otherwise the product clock of the database.
create function product_now() returns timestamptz language plpgsql as $$
begin
  return coalesce(
    nullif(current_setting('allclear.product_at', true), '')::timestamptz,
    (select date_trunc('milliseconds', case when weather = 'live' then clock_timestamp()
      else anchor_at + (clock_timestamp() - anchor_wall_at) * speed end) from product_clock),
    date_trunc('milliseconds', clock_timestamp()));
end $$;

-- When a version begins: of a new record when the record was written, of a change the product time of its transaction,
-- otherwise when the record says that it changed. Never before the version that it follows.
create function version_begins(written_at timestamptz, follows timestamptz) returns timestamptz language plpgsql as $$
declare
  given timestamptz := nullif(current_setting('allclear.product_at', true), '')::timestamptz;
begin
  if follows is null then return coalesce(written_at, product_now()); end if;
  return greatest(follows, coalesce(given, case when written_at > follows then written_at end, product_now()));
end $$;

create function keep_policy_version() returns trigger language plpgsql as $$
declare
  of_policy uuid := case when tg_table_name = 'policies' then coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'policy_id' end;
  held policy_versions%rowtype;
  now_is policy_versions%rowtype;
  moment timestamptz;
begin
  perform from policies where id = of_policy for no key update;
  select * into held from policy_versions where policy_id = of_policy and valid_to is null;
  select held.id, p.organization_id, p.id, p.revision, p.updated_at, null::timestamptz, p.type_short_name, p.name,
      p.threshold, p.all_clear_minutes, p.re_alert_minutes, p.all_groups,
      array(select g.group_id from policy_groups g where g.policy_id = p.id order by g.group_id), p.events, p.life_safety
    into now_is from policies p where p.id = of_policy and p.deleted_at is null;
  moment := version_begins(coalesce(now_is.valid_from, (select deleted_at from policies where id = of_policy)), held.valid_from);
  now_is.valid_from := held.valid_from;
  if now_is.policy_id is not null and now_is is not distinct from held then return null; end if;
  if held.id is not null then update policy_versions set valid_to = moment where id = held.id; end if;
  if now_is.policy_id is not null then
    insert into policy_versions (organization_id, policy_id, revision, valid_from, type_short_name, name, threshold,
        all_clear_minutes, re_alert_minutes, all_groups, group_ids, events, life_safety)
      values (now_is.organization_id, of_policy, now_is.revision, moment, now_is.type_short_name, now_is.name,
        now_is.threshold, now_is.all_clear_minutes, now_is.re_alert_minutes, now_is.all_groups, now_is.group_ids,
        now_is.events, now_is.life_safety);
  end if;
  return null;
end $$;

create function keep_organization_location_version() returns trigger language plpgsql as $$
declare
  of_location uuid := case when tg_table_name = 'organization_locations' then coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id'
    else coalesce(to_jsonb(new), to_jsonb(old)) ->> 'organization_location_id' end;
  held organization_location_versions%rowtype;
  now_is organization_location_versions%rowtype;
  moment timestamptz;
begin
  perform from organization_locations where id = of_location for no key update;
  select * into held from organization_location_versions where organization_location_id = of_location and valid_to is null;
  select held.id, l.organization_id, l.id, l.revision, l.created_at, null::timestamptz, l.name, l.address, l.latitude,
      l.longitude, array(select g.group_id from organization_location_groups g where g.organization_location_id = l.id
        order by g.group_id)
    into now_is from organization_locations l where l.id = of_location;
  moment := version_begins(now_is.valid_from, held.valid_from);
  now_is.valid_from := held.valid_from;
  if now_is.organization_location_id is not null and now_is is not distinct from held then return null; end if;
  if held.id is not null then update organization_location_versions set valid_to = moment where id = held.id; end if;
  if now_is.organization_location_id is not null then
    insert into organization_location_versions (organization_id, organization_location_id, revision, valid_from, name,
        address, latitude, longitude, group_ids)
      values (now_is.organization_id, of_location, now_is.revision, moment, now_is.name, now_is.address, now_is.latitude,
        now_is.longitude, now_is.group_ids);
  end if;
  return null;
end $$;

create function keep_location_version() returns trigger language plpgsql as $$
declare
  of_location uuid := coalesce(new.id, old.id);
  held location_versions%rowtype;
  now_is location_versions%rowtype;
  moment timestamptz;
begin
  select * into held from location_versions where location_id = of_location and valid_to is null;
  select held.id, l.organization_id, l.user_id, l.id, l.revision, l.updated_at, null::timestamptz,
      l.organization_location_id, l.label, l.location_name, l.latitude, l.longitude, l.radius1, l.radius2, l.radius3,
      l.radius4, l.all_clear_minutes
    into now_is from locations l where l.id = of_location;
  moment := version_begins(now_is.valid_from, held.valid_from);
  now_is.valid_from := held.valid_from;
  if now_is.location_id is not null and now_is is not distinct from held then return null; end if;
  if held.id is not null then update location_versions set valid_to = moment where id = held.id; end if;
  if now_is.location_id is not null then
    insert into location_versions (organization_id, user_id, location_id, revision, valid_from, organization_location_id,
        label, location_name, latitude, longitude, radius1, radius2, radius3, radius4, all_clear_minutes)
      values (now_is.organization_id, now_is.user_id, of_location, now_is.revision, moment,
        now_is.organization_location_id, now_is.label, now_is.location_name, now_is.latitude, now_is.longitude,
        now_is.radius1, now_is.radius2, now_is.radius3, now_is.radius4, now_is.all_clear_minutes);
  end if;
  return null;
end $$;

-- What is there begins with what it is now: earlier versions were not kept.
insert into policy_versions (organization_id, policy_id, revision, valid_from, valid_to, type_short_name, name, threshold,
    all_clear_minutes, re_alert_minutes, all_groups, group_ids, events, life_safety)
  select organization_id, id, revision,
    case when revision = 1 then created_at else least(updated_at, coalesce(deleted_at, updated_at)) end, deleted_at,
    type_short_name, name, threshold, all_clear_minutes, re_alert_minutes, all_groups,
    array(select group_id from policy_groups where policy_id = policies.id order by group_id), events, life_safety
  from policies;
insert into organization_location_versions (organization_id, organization_location_id, revision, valid_from, name, address,
    latitude, longitude, group_ids)
  select organization_id, id, revision, created_at, name, address, latitude, longitude,
    array(select group_id from organization_location_groups g where g.organization_location_id = l.id order by group_id)
  from organization_locations l;
insert into location_versions (organization_id, user_id, location_id, revision, valid_from, organization_location_id, label,
    location_name, latitude, longitude, radius1, radius2, radius3, radius4, all_clear_minutes)
  select organization_id, user_id, id, revision, updated_at, organization_location_id, label, location_name, latitude,
    longitude, radius1, radius2, radius3, radius4, all_clear_minutes
  from locations;

create constraint trigger policies_version after insert or update or delete on policies
  deferrable initially deferred for each row execute function keep_policy_version();
create constraint trigger policy_groups_version after insert or update or delete on policy_groups
  deferrable initially deferred for each row execute function keep_policy_version();
create constraint trigger organization_locations_version after insert or update or delete on organization_locations
  deferrable initially deferred for each row execute function keep_organization_location_version();
create constraint trigger organization_location_groups_version after insert or update or delete on organization_location_groups
  deferrable initially deferred for each row execute function keep_organization_location_version();
create constraint trigger locations_version after insert or update or delete on locations
  deferrable initially deferred for each row execute function keep_location_version();

-- The place of a warning, also after it was deleted; the revision of the policy by which it began; and when people were
-- first notified of it (null: nobody was). So a delay is on record after its notices are gone.
alter table warnings
  add column place_id uuid,
  add column first_policy_revision int,
  add column notified_at timestamptz;
update warnings w set place_id = organization_location_id,
  notified_at = (select min(n.at) from notices n join notifications p on p.notice_id = n.id and p.muted is null
    where n.warning_id = w.id and n.kind in ('started', 'in-effect', 'reminder'));
create index warnings_place on warnings (place_id, started_at);
create index warnings_ended on warnings (ended_at) where ended_at is not null;

-- The stretches of a warning in which its data were lost; until null: they are lost now. Product time.
create table warning_holds (
  warning_id uuid not null references warnings (id) on delete cascade,
  since timestamptz not null,
  until timestamptz,
  primary key (warning_id, since)
);
insert into warning_holds (warning_id, since, until)
  select h.warning_id, h.at, coalesce(
    (select min(n.at) from notices n where n.warning_id = h.warning_id and n.at >= h.at
      and n.kind in ('resumed', 'all-clear', 'ended', 'withdrawn')), w.ended_at)
  from notices h join warnings w on w.id = h.warning_id where h.kind = 'held'
  on conflict do nothing;
insert into warning_holds (warning_id, since, until)
  select id, to_timestamp((state ->> 'heldSince')::double precision / 1000), ended_at from warnings
  where state ->> 'heldSince' is not null
  on conflict do nothing;

-- Lightning around each place by hours of UTC, an hour after each has ended; kept for good, so that climatology outlives
-- the flashes. An array has an element for each zone 1 to 4, null where the zone is off.
create table place_hours (
  organization_location_id uuid not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The beginning.
  hour timestamptz not null,
  -- The position and the settings by which it was counted.
  latitude double precision not null,
  longitude double precision not null,
  all_clear_minutes int not null,
  radius_miles double precision[] not null,
  strikes int[] not null,
  delay_seconds int[] not null,
  unknown_seconds int[] not null,
  primary key (organization_location_id, hour)
);
create index place_hours_organization on place_hours (organization_id);

-- The hours that were counted for all places.
create table counted_hours (
  hour timestamptz primary key,
  places int not null
);
