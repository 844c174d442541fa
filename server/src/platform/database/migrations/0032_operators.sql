-- Operators rule the installation. They belong to no organization, and nobody else belongs to none: whatever is selected
-- by an organization never contains them.
alter table users alter column organization_id drop not null;
alter table users add constraint users_operator check ((role = 'operator') = (organization_id is null));

-- Its Super Admins administer the widgets of every organization (the claim WIDGET_ADMIN).
alter table organizations add column widget_admin boolean not null default false;
alter table organizations
  add column revision int not null default 1,
  add column field_revisions jsonb not null default '{}';

-- An operator acts as a person of an organization. Times are those of the wall clock.
create table impersonations (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason <> ''),
  -- The grant of its access token.
  grant_id text not null unique,
  -- The operator's own sign-in: the impersonation ends with it.
  operator_grant_id text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index impersonations_organization on impersonations (organization_id, started_at);
create index impersonations_operator on impersonations (operator_id) where ended_at is null;

-- Everything of an organization goes with it. Nothing but its erasure deletes one.
do $$
declare
  reference record;
begin
  for reference in
    select conname, conrelid::regclass as child, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and confrelid = 'organizations'::regclass and confdeltype <> 'c' and conparentid = 0
  loop
    execute format('alter table %s drop constraint %I', reference.child, reference.conname);
    execute format(
      'alter table %s add constraint %I %s on delete cascade',
      reference.child, reference.conname, reference.definition
    );
  end loop;
end
$$;

-- What an operator does as a person is recorded with both.
alter table demonstration_events drop constraint demonstration_events_started_via_check;
alter table demonstration_events add constraint demonstration_events_started_via_check
  check (started_via in ('session', 'api-key', 'impersonation', 'system'));
alter table demonstration_events add column operator_id uuid references users (id) on delete set null;
