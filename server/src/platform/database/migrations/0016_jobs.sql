-- What becomes of the jobs that people or devices wait for: reports, imports, device commands. The queue itself is
-- graphile-worker's; deliveries keep their own record. All instants are wall time.
create table job_records (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  organization_id uuid references organizations on delete cascade,
  user_id uuid references users on delete set null,
  -- While a job of one key waits or runs, no other of that name, organization and key is queued.
  key text,
  payload jsonb not null,
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
  attempts int not null default 0,
  -- The worker lease that runs it, or ran it last.
  lease int,
  progress float8 not null default 0 check (progress between 0 and 1),
  message text not null default '',
  result jsonb,
  error text,
  cancel_requested_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  updated_at timestamptz not null,
  ended_at timestamptz
);
create unique index job_records_key on job_records (name, organization_id, key) nulls not distinct
  where key is not null and state in ('waiting', 'running') and cancel_requested_at is null;
create index job_records_open on job_records (updated_at) where state in ('waiting', 'running');
create index job_records_ended on job_records (ended_at) where ended_at is not null;
create index job_records_organization on job_records (organization_id, created_at);
create index job_records_user on job_records (user_id);
