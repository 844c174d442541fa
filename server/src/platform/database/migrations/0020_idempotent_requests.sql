-- Requests that carry an Idempotency-Key: the same key again gets the first answer and changes nothing.
create table idempotent_requests (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  -- What the key was used for: the same key for another request is refused.
  request text not null,
  -- Null while the request is being answered.
  answer jsonb,
  started_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotent_requests_started on idempotent_requests (started_at);
