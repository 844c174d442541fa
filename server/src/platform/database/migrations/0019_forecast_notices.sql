-- What a notice that belongs to no warning is of ('daily-forecast/PLACE/2026-06-07', 'proactive-forecast/MESSAGE'): it is
-- written once, whichever process writes it and however often.
alter table notices add column source_key text;
create unique index notices_source_key on notices (organization_id, source_key) where source_key is not null;

-- Whether lightning policies apply at an organization location is derived from them.
alter table organization_locations drop column uses_new_policy;
