import type { ColumnType, Generated } from 'kysely';

/** Instants are Dates when read and may be Dates or epoch-less ISO strings when written. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface Customers {
  id: Generated<string>;
  name: string;
  entitlements: Generated<number[]>;
  support_email: string;
  support_phone: string;
  created_at: Instant;
}

interface Users {
  id: Generated<string>;
  customer_id: string;
  email: string | null;
  user_name: string;
  password_hash: string | null;
  first_name: string;
  last_name: Generated<string>;
  phone_number: string | null;
  role: string;
  time_zone: Generated<string>;
  is_active: Generated<boolean>;
  declines_notifications: Generated<boolean>;
  created_at: Instant;
  activated_at: NullableInstant;
}

interface OrganizationLocations {
  id: Generated<string>;
  customer_id: string;
  name: string;
  address: Generated<string>;
  latitude: number;
  longitude: number;
  uses_new_policy: Generated<boolean>;
  created_at: Instant;
}

interface Locations {
  id: Generated<string>;
  customer_id: string;
  user_id: string;
  organization_location_id: string | null;
  label: string;
  location_name: Generated<string>;
  latitude: number;
  longitude: number;
  radius1: number;
  radius2: Generated<number>;
  radius3: Generated<number>;
  radius4: Generated<number>;
  all_clear_minutes: number;
  flags: Generated<number>;
  forecast_location: Generated<boolean>;
  type: Generated<number>;
  time_zone: string;
  created_at: Instant;
  updated_at: Instant;
}

interface LightningSweeps {
  id: Generated<string>;
  feed: string;
  key: string;
  observed_from: Instant;
  observed_to: Instant;
  received_at: Instant;
  flash_count: number;
}

interface Flashes {
  at: Instant;
  feed: string;
  key: string;
  sweep_id: string;
  latitude: number;
  longitude: number;
  points: Buffer;
  energy_j: number | null;
  amplitude_ka: number | null;
  quality: number;
  type: number;
}

interface Stations {
  id: string;
  vendor: string;
  name: string;
  latitude: number;
  longitude: number;
  elevation_m: number | null;
  updated_at: Instant;
}

interface Observations {
  station_id: string;
  observed_at: Instant;
  received_at: Instant;
  temperature_c: number | null;
  dew_point_c: number | null;
  wind_mps: number | null;
  wind_gust_mps: number | null;
  wind_direction_deg: number | null;
  wind_variable: Generated<boolean>;
  altimeter_hpa: number | null;
  visibility_miles: number | null;
  visibility_at_least: Generated<boolean>;
  precipitation_last_hour_mm: number | null;
  cloud_cover: number | null;
  weather_text: string | null;
  thunder: string;
  raw: string;
}

interface Feeds {
  kind: string;
  vendor: string;
  observed_through: NullableInstant;
  last_success_at: NullableInstant;
  last_error: string | null;
  last_error_at: NullableInstant;
}

interface House {
  id: Generated<number>;
  weather: string;
  begun_at: Instant;
  reached_at: Instant;
  anchor_at: Instant;
  anchor_wall_at: Instant;
  speed: number;
  beat_wall_at: Instant;
}

interface OidcRecords {
  model: string;
  id: string;
  payload: ColumnType<Record<string, unknown>, string, string>;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: NullableInstant;
  consumed_at: NullableInstant;
}

interface IdentitySecrets {
  name: string;
  value: ColumnType<unknown, string, string>;
  created_at: Instant;
}

interface ApiKeys {
  id: Generated<string>;
  customer_id: string;
  user_id: string;
  name: string;
  hash: Buffer;
  created_at: Instant;
  revoked_at: NullableInstant;
}

interface SignInFailures {
  subject: string;
  failures: number;
  window_started_at: Instant;
}

/** The tables, as the migrations leave them. */
export interface Tables {
  customers: Customers;
  users: Users;
  organization_locations: OrganizationLocations;
  locations: Locations;
  lightning_sweeps: LightningSweeps;
  flashes: Flashes;
  stations: Stations;
  observations: Observations;
  feeds: Feeds;
  house: House;
  oidc_records: OidcRecords;
  identity_secrets: IdentitySecrets;
  api_keys: ApiKeys;
  sign_in_failures: SignInFailures;
}
