-- Work/rest and risk profiles of the organisations' own. Published ones come with the product, are named by a word and have no rows.

create table risk_profiles (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  name text not null,
  metric text not null,
  levels jsonb not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index risk_profiles_name on risk_profiles (customer_id, lower(name));

create table work_rest_profiles (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  name text not null,
  primary_metric text not null,
  custom_stop_text text,
  custom_continuous_text text,
  use_risk_profile boolean not null,
  published_risk_profile text,
  risk_profile_id uuid references risk_profiles (id),
  intensities jsonb not null,
  modifiers jsonb not null,
  matrices jsonb not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(published_risk_profile, risk_profile_id) <= 1)
);
create unique index work_rest_profiles_name on work_rest_profiles (customer_id, lower(name));
create index work_rest_profiles_risk on work_rest_profiles (risk_profile_id) where risk_profile_id is not null;

-- Which profile an organisation location uses; the row without a location is the organisation's default. A profile in use cannot go.
create table work_rest_choices (
  customer_id uuid not null references customers (id),
  organization_location_id uuid references organization_locations (id) on delete cascade,
  published_profile text,
  profile_id uuid references work_rest_profiles (id),
  chosen_at timestamptz not null,
  check (num_nonnulls(published_profile, profile_id) = 1)
);
create unique index work_rest_choices_place on work_rest_choices (customer_id, organization_location_id) nulls not distinct;
create index work_rest_choices_profile on work_rest_choices (profile_id) where profile_id is not null;
