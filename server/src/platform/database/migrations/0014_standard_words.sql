-- Tables and columns take the standard terms: organization, group, lightning batch, coverage, worker lease, product clock.

alter table customers rename to organizations;
alter table sites rename to groups;
alter table organization_location_sites rename to organization_location_groups;
alter table policy_sites rename to policy_groups;
alter table lightning_sweeps rename to lightning_batches;
alter table delivery_shifts rename to worker_leases;
alter sequence delivery_shift_numbers rename to worker_lease_numbers;
alter table house rename to product_clock;
alter sequence lightning_sweeps_id_seq rename to lightning_batches_id_seq;

alter table deliveries rename column shift to lease;
alter table lightning_batches rename column vouches to provides_coverage;
alter table strike_feeds rename column vouches to provides_coverage;
alter table strike_feeds rename column heard_at to last_contact_at;
alter table stations rename column heard_at to last_contact_at;
alter table flashes rename column sweep_id to batch_id;

-- The key of the organization and of the group in every table. Partitions follow their parents.
do $$
declare
  target record;
begin
  for target in
    select c.relname as table_name, a.attname as column_name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname in ('customer_id', 'site_id') and not a.attisdropped
  loop
    execute format('alter table public.%I rename column %I to %I', target.table_name, target.column_name,
      case target.column_name when 'customer_id' then 'organization_id' else 'group_id' end);
  end loop;
end $$;

-- Indexes and constraints are named after what they are on. An index of a constraint brings the constraint's name along.
create function pg_temp.standard_name(name text) returns text language sql immutable as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(name, 'vouches', 'provides_coverage'),
    'organization_location_sites', 'organization_location_groups'), 'delivery_shifts', 'worker_leases'),
    'lightning_sweeps', 'lightning_batches'), 'customers', 'organizations'), 'customer', 'organization'), 'sweep', 'batch'),
    'house', 'product_clock')
$$;
create function pg_temp.standard_group_name(name text) returns text language sql immutable as $$
  select regexp_replace(pg_temp.standard_name(name), '(^|_)site(s?)(?=_|$)', '\1group\2', 'g')
$$;
do $$
declare
  target record;
begin
  for target in
    select c.relname as old_name, pg_temp.standard_group_name(c.relname) as new_name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('i', 'I')
      and pg_temp.standard_group_name(c.relname) <> c.relname
  loop
    execute format('alter index public.%I rename to %I', target.old_name, target.new_name);
  end loop;
  for target in
    select c.relname as table_name, k.conname as old_name, pg_temp.standard_group_name(k.conname) as new_name
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and not c.relispartition and k.conparentid = 0
      and pg_temp.standard_group_name(k.conname) <> k.conname
  loop
    execute format('alter table public.%I rename constraint %I to %I', target.table_name, target.old_name, target.new_name);
  end loop;
end $$;
