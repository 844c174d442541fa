-- An organization holds every feature that is not withheld from it: new ones come to all.
alter table organizations add column withheld_features text[] not null default '{}';
alter table organizations drop column entitlements;
-- The customer record of spec 3 section 3.
alter table organizations
  add column banner text,
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'TRIAL', 'CLOSED')),
  add column company_type text,
  -- Minutes of live camera a month.
  add column camera_minutes int not null default 600 check (camera_minutes >= 0);
