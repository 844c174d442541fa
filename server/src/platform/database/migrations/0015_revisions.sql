-- Every editable record has a revision, which each change raises, and the revision at which each of its fields last changed:
-- of an edit that is based on an older revision the server can say what somebody else changed.

alter table organization_locations
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table locations
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table groups
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table users
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table stations
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table webhooks
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table map_settings
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table proactive_forecasts
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table work_rest_choices
  add column revision integer not null default 1, add column field_revisions jsonb not null default '{}';
alter table policies add column field_revisions jsonb not null default '{}';
alter table risk_profiles add column field_revisions jsonb not null default '{}';
alter table work_rest_profiles add column field_revisions jsonb not null default '{}';

-- A choice that was taken back stays, with no profile, so that its revision goes on.
alter table work_rest_choices drop constraint work_rest_choices_check;
alter table work_rest_choices add constraint work_rest_choices_profile_check
  check (num_nonnulls(published_profile, profile_id) <= 1);
