-- Months (of UTC) of stations whose reports were stored before they were summed up. Each row goes when its month is done.
create table station_fills (
  station_id text not null references stations (id) on delete cascade,
  month_at timestamptz not null,
  primary key (station_id, month_at)
);

-- Reports before this instant were dropped: one so old is not stored any more, as its neighbors are not there. One row.
create table observations_dropped (
  id int primary key default 1 check (id = 1),
  through timestamptz not null
);

-- To create or drop a partition that refers to stations locks stations against writers, who wait for the partitioned table
-- themselves. As with observations, what removes stations removes these rows.
alter table station_quarters drop constraint station_quarters_station_id_fkey;
alter table station_hours drop constraint station_hours_station_id_fkey;

with months as (
  select month at time zone 'UTC' as month_at, (month + interval '1 month') at time zone 'UTC' as until
  from (
    select to_timestamp(substring(inhrelid::regclass::text from '\d{6}$'), 'YYYYMM')::date::timestamp as month
    from pg_inherits where inhparent = 'observations'::regclass
  ) partitions
), dropped as (
  insert into observations_dropped (through) select min(month_at) from months having count(*) > 0
)
-- One lookup in the index for each station and month.
insert into station_fills (station_id, month_at)
select stations.id, months.month_at from stations cross join months
where exists (
  select from observations
  where station_id = stations.id and observed_at >= months.month_at and observed_at < months.until
);
