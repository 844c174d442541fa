-- Live cameras, who watched them, and links that share one.
alter table organizations alter column camera_minutes drop not null;
-- None set: the organization has no live camera feed. 0 is used up.
update organizations set camera_minutes = null where camera_minutes = 0;
alter table organizations add column camera_sharing boolean not null default false;

create table cameras (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  revision int not null default 1,
  field_revisions jsonb not null default '{}',
  name text not null check (name <> ''),
  kind text not null check (kind in ('jpeg', 'mjpeg', 'hls', 'rtsp', 'simulated')),
  -- Without credentials; empty for a simulated one.
  address text not null default '',
  username text not null default '',
  -- Sealed; null for none.
  password text,
  -- Null for a camera of no place, and once the place is gone.
  organization_location_id uuid references organization_locations (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index cameras_name on cameras (organization_id, lower(name));
create index cameras_location on cameras (organization_location_id);

-- Only the digest of a token is stored.
create table camera_links (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  camera_id uuid not null references cameras (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0,
  last_used_at timestamptz
);
create index camera_links_organization on camera_links (organization_id, created_at) where revoked_at is null;
create index camera_links_camera on camera_links (camera_id);
create index camera_links_user on camera_links (user_id);

-- Views, from the first picture to the last, real time. The names stay when camera, person or link are gone.
create table camera_sessions (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  camera_id uuid references cameras (id) on delete set null,
  user_id uuid references users (id) on delete set null,
  link_id uuid references camera_links (id) on delete set null,
  camera_name text not null,
  -- Of a link: its name; who made it is the person.
  link_name text,
  started_at timestamptz not null,
  last_at timestamptz not null check (last_at >= started_at),
  ended boolean not null default false
);
create index camera_sessions_organization on camera_sessions (organization_id, last_at);
create index camera_sessions_open on camera_sessions (last_at) where not ended;
create index camera_sessions_camera on camera_sessions (camera_id);
create index camera_sessions_user on camera_sessions (user_id);
create index camera_sessions_link on camera_sessions (link_id);
