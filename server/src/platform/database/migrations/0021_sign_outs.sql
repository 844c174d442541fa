-- Sign-ins end at once: by person (a changed password) and by session (a sign-out).

-- Whole seconds: a sign-in of before this instant is over. Each change raises it, even two within a second.
alter table users add column signed_out_before timestamptz;

create index oidc_records_account on oidc_records ((payload ->> 'accountId'));
create index oidc_records_session on oidc_records ((payload ->> 'sessionUid'));
