-- Mass messages: what was sent, and templates. What follows from a message that was sent is its notice, with a
-- notification for each recipient and their deliveries.
create table mass_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Who sent it; null once that person is removed.
  sent_by uuid references users (id) on delete set null,
  -- Made by the form when it was filled: the same key again is the same message.
  key uuid not null,
  -- SHA-256 of who sent what to whom: with the same key it must be the same.
  content_digest text not null,
  notice_id uuid not null references notices (id) on delete cascade,
  headline text not null check (length(headline) between 1 and 100),
  message text not null check (length(message) between 1 and 500),
  sender_text text not null check (length(sender_text) between 1 and 100),
  channel int not null check (channel between 1 and 7),
  override_preferences boolean not null default false,
  is_drill boolean not null default false,
  -- The site whose people it is for, when an Assistant Admin sent it.
  group_id uuid references groups (id) on delete set null,
  -- The product's clock.
  created_at timestamptz not null,
  unique (organization_id, key)
);
create index mass_messages_organization on mass_messages (organization_id, created_at desc);
create index mass_messages_notice on mass_messages (notice_id);
create index mass_messages_sender on mass_messages (sent_by);
create index mass_messages_group on mass_messages (group_id);

create table mass_message_templates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  created_by uuid references users (id) on delete set null,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  headline text not null,
  message text not null,
  sender_text text not null,
  channel int not null check (channel between 1 and 7),
  override_preferences boolean not null default false,
  is_drill boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mass_message_templates_organization on mass_message_templates (organization_id, created_at desc);
create index mass_message_templates_creator on mass_message_templates (created_by);

-- Whose number answered STOP, as the provider said: few rows, looked for before a message is sent.
create index deliveries_sms_stopped on deliveries (user_id)
  where channel = 'sms' and last_error like 'The person has unsubscribed with STOP%';
