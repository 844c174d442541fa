-- An address signs in to one account of the installation. Somebody who never signs in may be told by several organisations, and none of
-- them learns of the others: there the address is unique within the organisation only.

drop index users_email;
create unique index users_email on users (lower(email)) where email is not null and role <> 'notification-only';
create unique index users_email_customer on users (customer_id, lower(email)) where email is not null;
