-- Sign-in: what the embedded identity provider keeps, API keys, and the throttle of guesses.

create table oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (uid) where uid is not null;
create index oidc_records_expiry on oidc_records (expires_at);

-- Signing keys (private JWKs) and cookie secrets of the embedded provider, made at first start.
create table identity_secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null
);

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references customers (id),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- Failed sign-ins by subject (an account or an address), counted in a window.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  window_started_at timestamptz not null
);
