-- Invitations, password resets, second factors and the list of sessions. Times are those of the wall clock.

-- Links by mail. Only the digest of a token is stored; a link works once, for the address that it was sent to.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'password-reset')),
  hash bytea not null unique,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id);
create index account_links_expiry on account_links (expires_at);

-- Mails about an account, sent by a job. A request for a new password has the address as it was typed; whether
-- an account has it is found out by the job, so that the answer is the same for all.
create table account_mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete cascade,
  kind text not null check (kind in (
    'invitation', 'password-reset', 'password-changed', 'new-device', 'factors-changed', 'factors-reset'
  )),
  requested_email text,
  details jsonb not null default '{}',
  -- The token of its link, encrypted, until the mail is sent.
  sealed_token text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index account_mails_user on account_mails (user_id, kind, created_at);
create index account_mails_creation on account_mails (created_at);

-- The demonstration's mailbox takes these mails too.
alter table mailbox drop constraint mailbox_pkey;
alter table mailbox alter column delivery_id drop not null;
alter table mailbox add column account_mail_id uuid unique references account_mails (id) on delete cascade;
alter table mailbox add constraint mailbox_delivery unique (delivery_id);
alter table mailbox add constraint mailbox_source check ((delivery_id is null) <> (account_mail_id is null));

-- What the identity provider does not keep of a session. `uid` is the provider's; an ended one never comes back.
create table sign_in_sessions (
  uid text primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null,
  network text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_sessions_user on sign_in_sessions (user_id, last_used_at);

create table totp_factors (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret text not null,
  -- The time step of the last code that was accepted: each is good once.
  last_step bigint not null,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  digest bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  -- The host name that it was made for: it works for no other.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- The roles that must have a second factor.
alter table organizations add column second_factor_roles text[] not null default '{}';
