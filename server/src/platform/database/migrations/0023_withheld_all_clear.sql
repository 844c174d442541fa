-- An all clear that was stopped at sending because another warning was open at the place: the person gets the
-- all clear of the place once it is clear.
alter table deliveries add column withheld boolean not null default false;
create index deliveries_withheld on deliveries (notice_id) where withheld;
