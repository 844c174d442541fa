-- What a device calls itself (PASSKEY) is a name within its organization and signs nobody in: key_hash does.

alter table stations add column passkey_hash bytea;
create unique index stations_passkey on stations (organization_id, passkey_hash) where passkey_hash is not null;
