-- The demonstration's mailbox takes the mails of reports too, without what is attached to them.
alter table mailbox add column report_mail_id uuid unique references report_mails (id) on delete cascade;
alter table mailbox drop constraint mailbox_source;
alter table mailbox add constraint mailbox_source
  check (num_nonnulls(delivery_id, account_mail_id, inquiry_id, report_mail_id) = 1);
