-- What a batch of a lightning mapper reports of its own quality: while the sun may shine into the instrument, a batch with
-- far more events than usual provides no coverage, and one that lost data never does. Which batches these are is derived.
alter table lightning_batches add column event_count int;
alter table lightning_batches add column data_lost boolean not null default false;
