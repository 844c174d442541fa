-- By which way a response came. Without the code of the message only help counts, which anybody may send in the name of a
-- number.
alter table responses add column way text not null default 'app'
  check (way in ('app', 'link', 'sms', 'sms-without-code'));
update responses set way = 'link' where by_link;
alter table responses drop column by_link;

-- Whose number an SMS comes from.
create index users_phone_number on users (phone_number) where phone_number is not null;

-- SMS that were received, for a day: so that guesses at codes and replies have limits, in all processes together. Neither
-- the number nor the text is kept. Instants are of the wall clock.
create table received_sms (
  vendor text not null,
  -- Of the provider.
  message_id text not null,
  -- Keyed, so that it cannot be computed from a number without the key of the installation.
  number_digest bytea not null,
  -- Whether somebody active has the number.
  has_person boolean not null,
  -- 'pending' counts as a guess until the outcome is there.
  outcome text not null check (outcome in ('pending', 'counted', 'not-counted', 'guessed')),
  -- What was replied; null: nothing yet.
  reply text check (reply in ('answer', 'refusal')),
  received_at timestamptz not null,
  primary key (vendor, message_id)
);
create index received_sms_number on received_sms (number_digest, received_at);
create index received_sms_received_at on received_sms (received_at);
