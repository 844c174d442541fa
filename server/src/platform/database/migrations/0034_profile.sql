-- Questions to meteorologists and to the support contact, and a new e-mail address.

-- Questions to the desk and the support contact, sent by a job and kept for their senders. Times of the wall clock.
create table inquiries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('consultation', 'support')),
  -- The address that it goes to, as it was when it was sent.
  address text not null,
  subject text not null,
  message text not null,
  preferred_contact text check (preferred_contact in ('email', 'phone', 'text')),
  reply_to text,
  phone text,
  copies text[] not null default '{}',
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Null until it has ended.
  outcome text check (outcome in ('sent', 'failed')),
  check ((ended_at is null) = (outcome is null))
);
create index inquiries_user on inquiries (user_id, created_at);

-- The demonstration's mailbox takes them too.
alter table mailbox add column inquiry_id uuid unique references inquiries (id) on delete cascade;
alter table mailbox drop constraint mailbox_source;
alter table mailbox add constraint mailbox_source check (num_nonnulls(delivery_id, account_mail_id, inquiry_id) = 1);

-- The address that a link confirms. `email` stays the address that the account had when the link was made.
alter table account_links add column new_email text;
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('invitation', 'password-reset', 'address-change'));
alter table account_mails drop constraint account_mails_kind_check;
alter table account_mails add constraint account_mails_kind_check check (kind in (
  'invitation', 'password-reset', 'password-changed', 'new-device', 'factors-changed', 'factors-reset',
  'address-confirm', 'address-requested', 'address-changed'
));
