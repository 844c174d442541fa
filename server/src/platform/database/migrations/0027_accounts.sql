-- Accounts (people who sign in) are managed by their organization.

-- When somebody was deleted: the row stays, because records refer to it.
alter table users add column deleted_at timestamptz;
update users set deleted_at = created_at where role = 'notification-only' and not is_active;

-- An address signs in to one account of the installation. Another organization may add an account with the same address and
-- does not learn of the first one: its account waits, and signs in by the address once no other account does.
alter table users add column email_signs_in boolean not null default true;
drop index users_email;
create unique index users_email on users (lower(email))
  where email is not null and role <> 'notification-only' and email_signs_in;
create index users_email_waiting on users (lower(email)) where not email_signs_in;
