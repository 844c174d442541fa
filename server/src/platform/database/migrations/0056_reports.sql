-- Reports that people ask for: made by a job, kept 30 days, mailed. `request` is what was asked (ReportRequest).
create table recurring_reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Who asked for it.
  user_id uuid not null references users (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null,
  report_type int not null check (report_type in (0, 1)),
  request jsonb not null,
  period text not null check (period in ('MONTH', 'WEEK', 'DAY')),
  day_of_month int check (day_of_month between 1 and 30),
  weekday int check (weekday between 0 and 6),
  is_paused boolean not null default false,
  -- When it is due next, in the product's time; null while paused.
  next_at timestamptz,
  created_at timestamptz not null
);
create index recurring_reports_due on recurring_reports (next_at) where next_at is not null;
create index recurring_reports_user on recurring_reports (user_id);

create table reports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Who asked for it, whose list it is in.
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  report_type int not null check (report_type in (0, 1)),
  request jsonb not null,
  -- The period in local days, both included.
  start_date text not null,
  end_date text not null,
  state text not null default 'queued' check (state in ('queued', 'working', 'done', 'failed', 'canceled')),
  error text,
  -- The recorded job that makes it.
  job_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When its files are removed; null before it is made.
  expires_at timestamptz,
  recurring_id uuid references recurring_reports (id) on delete set null,
  -- The time at which the recurring report was due: each is made once.
  due_at timestamptz,
  unique (recurring_id, due_at)
);
create index reports_user on reports (user_id, created_at desc);
create index reports_expiry on reports (expires_at) where expires_at is not null;
create index reports_organization on reports (organization_id);

create table report_files (
  report_id uuid not null references reports (id) on delete cascade,
  format text not null check (format in ('csv', 'pdf')),
  name text not null,
  bytes bigint not null,
  primary key (report_id, format)
);

-- The bytes of files, in pieces of 256 kB at most.
create table report_pieces (
  report_id uuid not null,
  format text not null,
  position int not null,
  bytes bytea not null,
  primary key (report_id, format, position),
  foreign key (report_id, format) references report_files (report_id, format) on delete cascade
);

-- To whom a report is mailed: each person once.
create table report_mails (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references reports (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (report_id, user_id)
);
create index report_mails_user on report_mails (user_id);
