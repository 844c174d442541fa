-- Single sign-on of an organization. Times are those of the wall clock.

create table sso_configs (
  organization_id uuid primary key references organizations (id) on delete cascade,
  idp_type text not null check (idp_type in ('Google', 'Saml2', 'Oidc')),
  display_name text not null,
  is_required boolean not null,
  auto_provision boolean not null,
  -- Without the group nobody is added.
  default_group_id uuid references groups (id) on delete set null,
  -- OpenID Connect.
  issuer text,
  client_id text,
  sealed_client_secret text,
  -- SAML. `metadata` is what was last read at its address.
  sp_entity_id text,
  idp_entity_id text,
  metadata_url text,
  metadata jsonb,
  metadata_tried_at timestamptz,
  -- Hierarchy number of whoever set the provider: it signs nobody of a higher rank in.
  set_by_rank integer not null,
  -- Raised when the provider changes: a sign-in that another provider began does not count.
  provider_version integer not null default 1,
  -- The last test sign-in with the present provider.
  tested_by uuid references users (id) on delete set null,
  tested_at timestamptz,
  revision integer not null default 1,
  field_revisions jsonb not null default '{}',
  check (case when idp_type = 'Saml2'
    then num_nulls(sp_entity_id, idp_entity_id, metadata_url, metadata) = 0
    else num_nulls(issuer, client_id, sealed_client_secret) = 0 end)
);

-- A domain counts once it is proven, for one organization.
create table sso_domains (
  organization_id uuid not null references organizations (id) on delete cascade,
  domain text not null,
  token text not null,
  created_at timestamptz not null,
  proven_at timestamptz,
  primary key (organization_id, domain)
);
create unique index sso_domains_proven on sso_domains (domain) where proven_at is not null;

-- People who have signed in, by how their provider names them.
create table sso_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (organization_id, issuer, subject)
);
create index sso_links_user on sso_links (user_id);

-- A visit to a provider: of a sign-in (`interaction_uid`), or of an editor who tests it (`user_id`).
create table sso_requests (
  state_digest bytea primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  interaction_uid text,
  user_id uuid references users (id) on delete cascade,
  provider_version integer not null,
  -- Nonce and code verifier, or the id of the SAML request; encrypted.
  sealed_details text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Each request is answered once; the browser that brought the answer has the ticket.
  answered_at timestamptz,
  ticket_digest bytea unique,
  outcome jsonb,
  check (num_nonnulls(interaction_uid, user_id) = 1)
);
create index sso_requests_expiry on sso_requests (expires_at);
