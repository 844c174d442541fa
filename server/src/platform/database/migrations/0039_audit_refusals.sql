-- Refusals that repeat: the first one has its entry in the audit, those after it are counted here until their window
-- ends, and one entry says how many they were. A row is gone ten minutes after its first refusal.
create table audit_refusals (
  chain text not null,
  -- Who was refused what and why, in one text.
  subject text not null,
  -- Who, without the request.
  actor jsonb not null,
  action text not null,
  record_id text,
  details jsonb not null,
  window_started_at timestamptz not null,
  -- Refusals since the newest entry.
  repeats integer not null default 0,
  primary key (chain, subject)
);
create index audit_refusals_window on audit_refusals (window_started_at);
