-- Whether a station of an organization's own may be opened by others: domain/src/stations/station-access.ts says by whom.
alter table stations add column shared boolean not null default false;
