// Generated from a migrated database by generate-schema.ts: change a migration, not this file.
// Over 300 lines: one declaration for each table, in one place, as the migrations leave them.
import type { PollutantReading } from '@allclear/adapters';
import type {
  AlertTime,
  CapAlert,
  CompleteForecastHour,
  HeatMetric,
  RiskProfileDraft,
  StationFlags,
  WarningState,
  WorkRestDraft,
  ZonePolygons,
} from '@allclear/domain';
import type { ColumnType, Generated } from 'kysely';

/** Instants are Dates when read and may be Dates or ISO strings when written. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Numerics, which the driver reads as text. */
type Numeric = ColumnType<string, number | string, number | string>;

/** JSON that is written as text. */
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface AccountLinks {
  id: Generated<string>;
  user_id: string;
  kind: string;
  hash: Buffer;
  email: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: NullableInstant;
  new_email: string | null;
}

interface AccountMails {
  id: Generated<string>;
  user_id: string | null;
  kind: string;
  requested_email: string | null;
  details: DefaultJson<unknown>;
  sealed_token: string | null;
  created_at: Instant;
  ended_at: NullableInstant;
}

interface AirQuality {
  vendor: string;
  latitude_20: number;
  longitude_20: number;
  as_of: Instant;
  read_at: Instant;
  readings: Json<PollutantReading[]>;
}

interface ApiKeys {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  name: string;
  hash: Buffer;
  created_at: Instant;
  revoked_at: NullableInstant;
}

interface AuditChains {
  chain: string;
  sequence: string;
  hash: string;
}

interface AuditEntries {
  chain: string;
  sequence: string;
  hash: string;
  body: string;
  at: Instant;
  actor_id: string;
  action: string;
  record_id: string | null;
}

interface AuditValues {
  chain: string;
  digest: string;
  user_id: string | null;
  salt: string;
  value: string;
}

interface Deliveries {
  id: Generated<string>;
  notice_id: string;
  organization_id: string;
  user_id: string | null;
  recipient: string;
  channel: string;
  target: Generated<string>;
  rest: Generated<string[]>;
  state: Generated<string>;
  vendor: string | null;
  provider_id: string | null;
  provider_state: string | null;
  last_error: string | null;
  attempts: Generated<number>;
  lease: number | null;
  created_at: Instant;
  updated_at: Instant;
  accepted_at: NullableInstant;
  withheld: Generated<boolean>;
}

interface DeliveryAttempts {
  delivery_id: string;
  number: number;
  started_at: Instant;
  ended_at: NullableInstant;
  outcome: string | null;
  detail: string | null;
}

interface DemonstrationEvents {
  id: Generated<string>;
  organization_id: string;
  kind: string;
  location_id: string | null;
  location_label: string;
  latitude: number;
  longitude: number;
  radius_miles: number;
  started_by: string | null;
  started_via: string;
  created_at: Instant;
  starts_at: Instant;
  operator_id: string | null;
}

interface DisplayLinks {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  name: string;
  location_ids: string[] | null;
  group_id: string | null;
  hash: Buffer;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: NullableInstant;
  last_used_at: NullableInstant;
}

interface FeedSnapshots {
  kind: string;
  vendor: string;
  as_of: Instant;
  stored_at: Instant;
  data: Json<unknown>;
}

interface Feeds {
  kind: string;
  vendor: string;
  observed_through: NullableInstant;
  last_success_at: NullableInstant;
  last_error: string | null;
  last_error_at: NullableInstant;
}

interface Flashes {
  at: Instant;
  feed: string;
  key: string;
  batch_id: string;
  latitude: number;
  longitude: number;
  points: Buffer;
  energy_j: number | null;
  amplitude_ka: number | null;
  quality: number;
  type: number;
}

interface ForecastPlaces {
  vendor: string;
  latitude: Numeric;
  longitude: Numeric;
  cell: string | null;
  asked_at: Instant;
}

interface Forecasts {
  vendor: string;
  cell: string;
  issued_at: Instant;
  as_of: Instant;
  read_at: Instant;
  hours: Json<CompleteForecastHour[]>;
}

interface Groups {
  id: Generated<string>;
  organization_id: string;
  name: string;
  time_zone: string;
  alert_times: Json<AlertTime[]>;
  created_at: Instant;
  updated_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface IdempotentRequests {
  user_id: string;
  key: string;
  request: string;
  answer: NullableJson<unknown>;
  started_at: Instant;
}

interface IdentitySecrets {
  name: string;
  value: Json<unknown>;
  created_at: Instant;
}

interface Impersonations {
  id: Generated<string>;
  operator_id: string;
  organization_id: string;
  user_id: string;
  reason: string;
  grant_id: string;
  operator_grant_id: string;
  started_at: Instant;
  expires_at: Instant;
  ended_at: NullableInstant;
}

interface ImportRows {
  import_id: string;
  position: number;
  outcome: string;
  content: Json<unknown>;
}

interface Imports {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  kind: string;
  columns: string[];
  created_at: Instant;
}

interface Inquiries {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  kind: string;
  address: string;
  subject: string;
  message: string;
  preferred_contact: string | null;
  reply_to: string | null;
  phone: string | null;
  copies: Generated<string[]>;
  created_at: Instant;
  ended_at: NullableInstant;
  outcome: string | null;
}

interface JobRecords {
  id: Generated<string>;
  name: string;
  organization_id: string | null;
  user_id: string | null;
  key: string | null;
  payload: Json<unknown>;
  priority: Generated<number>;
  state: Generated<string>;
  attempts: Generated<number>;
  lease: number | null;
  progress: Generated<number>;
  message: Generated<string>;
  result: NullableJson<unknown>;
  error: string | null;
  cancel_requested_at: NullableInstant;
  created_at: Instant;
  started_at: NullableInstant;
  updated_at: Instant;
  ended_at: NullableInstant;
}

interface LightningBatches {
  id: Generated<string>;
  feed: string;
  key: string;
  observed_from: Instant;
  observed_to: Instant;
  received_at: Instant;
  flash_count: number;
  provides_coverage: Generated<boolean>;
  event_count: number | null;
  data_lost: Generated<boolean>;
}

interface Locations {
  id: Generated<string>;
  organization_id: string;
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
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface Mailbox {
  delivery_id: string | null;
  organization_id: string;
  user_id: string;
  address: string;
  subject: string;
  text: string;
  html: string;
  at: Instant;
  account_mail_id: string | null;
  inquiry_id: string | null;
}

interface MapSettings {
  user_id: string;
  settings: Json<unknown>;
  saved_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface Notices {
  id: Generated<string>;
  organization_id: string;
  warning_id: string | null;
  warning_revision: number | null;
  kind: string;
  event_type: number;
  correlation_id: string;
  organization_location_id: string | null;
  subject: string;
  text: string;
  short: string;
  time_zone: string;
  facts: DefaultJson<Record<string, unknown>>;
  at: Instant;
  written_at: Instant;
  source_key: string | null;
}

interface Notifications {
  id: Generated<string>;
  notice_id: string;
  organization_id: string;
  user_id: string;
  muted: string | null;
  at: Instant;
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
  solar_wm2: number | null;
  rain_today_mm: number | null;
  pm25_ugm3: number | null;
  wbgt_c: number | null;
  flagged: DefaultJson<StationFlags>;
}

interface OidcRecords {
  model: string;
  id: string;
  payload: Json<Record<string, unknown>>;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: NullableInstant;
  consumed_at: NullableInstant;
}

interface OrganizationLocationGroups {
  organization_location_id: string;
  group_id: string;
  organization_id: string;
}

interface OrganizationLocations {
  id: Generated<string>;
  organization_id: string;
  name: string;
  address: Generated<string>;
  latitude: number;
  longitude: number;
  created_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  is_position_unchecked: Generated<boolean>;
}

interface Organizations {
  id: Generated<string>;
  name: string;
  support_email: string;
  support_phone: string;
  created_at: Instant;
  second_factor_roles: Generated<string[]>;
  withheld_features: Generated<string[]>;
  banner: string | null;
  status: Generated<string>;
  company_type: string | null;
  camera_minutes: Generated<number>;
  widget_admin: Generated<boolean>;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  consultation_email: string | null;
  default_time_zone: string | null;
  second_factor_revision: Generated<number>;
  second_factor_field_revisions: DefaultJson<unknown>;
}

interface Passkeys {
  id: Generated<string>;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  backed_up: boolean;
  rp_id: string;
  created_at: Instant;
  last_used_at: NullableInstant;
}

interface PlaceZones {
  latitude: Numeric;
  longitude: Numeric;
  zones: string[];
  asked_at: Instant;
}

interface Policies {
  id: Generated<string>;
  organization_id: string;
  trigger_id: Generated<string>;
  type_short_name: string;
  name: string;
  threshold: number;
  all_clear_minutes: number;
  re_alert_minutes: number;
  all_groups: boolean;
  events: Generated<string[]>;
  life_safety: Generated<boolean>;
  revision: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: NullableInstant;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface PolicyActions {
  id: Generated<string>;
  policy_id: string;
  organization_id: string;
  all_clear: boolean;
  message: Generated<string>;
}

interface PolicyGroups {
  policy_id: string;
  group_id: string;
  organization_id: string;
}

interface PracticeTimes {
  organization_location_id: string;
  organization_id: string;
  times: Json<unknown>;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  updated_at: Instant;
}

interface ProactiveForecastLocations {
  forecast_id: string;
  organization_location_id: string;
}

interface ProactiveForecastMessages {
  id: Generated<string>;
  forecast_id: string;
  headline: string;
  html: string;
  created_at: Instant;
}

interface ProactiveForecasts {
  id: Generated<string>;
  organization_id: string;
  type_name: string;
  color: string;
  for_all_locations: boolean;
  expires_at: Instant;
  created_at: Instant;
  created_by: string | null;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface ProductClock {
  id: Generated<number>;
  weather: string;
  begun_at: Instant;
  reached_at: Instant;
  anchor_at: Instant;
  anchor_wall_at: Instant;
  speed: number;
  beat_wall_at: Instant;
}

interface PushSubscriptions {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: Generated<string>;
  created_at: Instant;
}

interface RecoveryCodes {
  user_id: string;
  digest: Buffer;
  created_at: Instant;
  used_at: NullableInstant;
}

interface RiskProfiles {
  id: Generated<string>;
  organization_id: string;
  name: string;
  metric: HeatMetric;
  levels: Json<RiskProfileDraft['riskLevels']>;
  revision: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface SharedPositions {
  user_id: string;
  organization_id: string;
  device_id: string;
  latitude: number | null;
  longitude: number | null;
  accuracy_meters: number | null;
  taken_at: NullableInstant;
}

interface SignInFailures {
  subject: string;
  failures: number;
  window_started_at: Instant;
}

interface SignInSessions {
  uid: string;
  user_id: string;
  user_agent: string;
  network: string;
  created_at: Instant;
  last_used_at: Instant;
  ended_at: NullableInstant;
}

interface SsoConfigs {
  organization_id: string;
  idp_type: string;
  display_name: string;
  is_required: boolean;
  auto_provision: boolean;
  default_group_id: string | null;
  issuer: string | null;
  client_id: string | null;
  sealed_client_secret: string | null;
  sp_entity_id: string | null;
  idp_entity_id: string | null;
  metadata_url: string | null;
  metadata: NullableJson<unknown>;
  metadata_tried_at: NullableInstant;
  set_by_rank: number;
  provider_version: Generated<number>;
  tested_by: string | null;
  tested_at: NullableInstant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface SsoDomains {
  organization_id: string;
  domain: string;
  token: string;
  created_at: Instant;
  proven_at: NullableInstant;
}

interface SsoLinks {
  organization_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  linked_at: Instant;
}

interface SsoRequests {
  state_digest: Buffer;
  organization_id: string;
  interaction_uid: string | null;
  user_id: string | null;
  provider_version: number;
  sealed_details: string;
  created_at: Instant;
  expires_at: Instant;
  answered_at: NullableInstant;
  ticket_digest: Buffer | null;
  outcome: NullableJson<unknown>;
}

interface StationImages {
  station_id: string;
  organization_id: string;
  content_type: string;
  etag: string;
  bytes: Buffer;
  updated_at: Instant;
}

interface StationParticles {
  station_id: string;
  quarter_at: Instant;
  pm25_sum: Generated<number>;
  pm25_count: Generated<number>;
  pm10_sum: Generated<number>;
  pm10_count: Generated<number>;
}

interface Stations {
  id: string;
  vendor: string;
  name: string;
  latitude: number;
  longitude: number;
  elevation_m: number | null;
  updated_at: Instant;
  organization_id: string | null;
  organization_location_id: string | null;
  model: Generated<string>;
  upload_id: string | null;
  key_hash: Buffer | null;
  wind_height_m: Generated<number>;
  rain_factor: Generated<number>;
  last_contact_at: NullableInstant;
  created_at: NullableInstant;
  retired_at: NullableInstant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  passkey_hash: Buffer | null;
}

interface StormCellLists {
  vendor: string;
  as_of: Instant;
  received_at: Instant;
}

interface StormCellSightings {
  vendor: string;
  id: string;
  observed_at: Instant;
  received_at: Instant;
  latitude: number;
  longitude: number;
  cell: Json<unknown>;
}

interface StrikeFeeds {
  id: Generated<string>;
  organization_id: string;
  name: string;
  provides_coverage: boolean;
  latitude: number | null;
  longitude: number | null;
  radius_miles: number | null;
  last_contact_at: NullableInstant;
  created_at: Instant;
  retired_at: NullableInstant;
}

interface TotpFactors {
  user_id: string;
  sealed_secret: string;
  last_step: string;
  created_at: Instant;
}

interface Users {
  id: Generated<string>;
  organization_id: string | null;
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
  group_id: string | null;
  notification_type: Generated<number>;
  sms_notifications: Generated<boolean>;
  email_notifications: Generated<boolean>;
  opt_out_forecast: Generated<boolean>;
  precipitation_notification: Generated<boolean>;
  severe_weather_notification: Generated<boolean>;
  proactive_forecast_notification: Generated<boolean>;
  geofence_alerts_enabled: Generated<boolean>;
  alert_times_enabled: Generated<boolean>;
  alert_times: NullableJson<AlertTime[]>;
  email_suppressed_at: NullableInstant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  signed_out_before: NullableInstant;
  deleted_at: NullableInstant;
  email_signs_in: Generated<boolean>;
}

interface Warnings {
  id: Generated<string>;
  organization_id: string;
  policy_id: string;
  policy_revision: number;
  organization_location_id: string | null;
  event_key: Generated<string>;
  latitude: number;
  longitude: number;
  state: Json<WarningState>;
  facts: DefaultJson<Record<string, unknown>>;
  revision: Generated<number>;
  started_at: Instant;
  updated_at: Instant;
  ended_at: NullableInstant;
  end_reason: string | null;
  awaits_place_clear: Generated<boolean>;
}

interface WeatherAlerts {
  vendor: string;
  id: string;
  event: string;
  status: string;
  message_type: string;
  sent_at: Instant;
  expires_at: Instant;
  ends_at: NullableInstant;
  zones: string[];
  alert: Json<CapAlert>;
  received_at: Instant;
}

interface Webhooks {
  id: Generated<string>;
  organization_id: string;
  url: string;
  secret: string;
  enabled: Generated<boolean>;
  created_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface WorkRestChoices {
  organization_id: string;
  organization_location_id: string | null;
  published_profile: string | null;
  profile_id: string | null;
  chosen_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface WorkRestProfiles {
  id: Generated<string>;
  organization_id: string;
  name: string;
  primary_metric: HeatMetric;
  custom_stop_text: string | null;
  custom_continuous_text: string | null;
  use_risk_profile: boolean;
  published_risk_profile: string | null;
  risk_profile_id: string | null;
  intensities: Json<WorkRestDraft['intensities']>;
  modifiers: Json<WorkRestDraft['modifiers']>;
  matrices: Json<WorkRestDraft['matrices']>;
  revision: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface WorkerLeases {
  number: number;
  pools: string[];
  started_at: Instant;
}

interface ZoneShapes {
  vendor: string;
  zone: string;
  polygons: NullableJson<ZonePolygons>;
  tolerance_degrees: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  effective_at: NullableInstant;
  fetched_at: NullableInstant;
  has_none: boolean;
  failures: number;
  ask_again_at: Instant;
}

/** The tables, as the migrations leave them. */
export interface Tables {
  account_links: AccountLinks;
  account_mails: AccountMails;
  air_quality: AirQuality;
  api_keys: ApiKeys;
  audit_chains: AuditChains;
  audit_entries: AuditEntries;
  audit_values: AuditValues;
  deliveries: Deliveries;
  delivery_attempts: DeliveryAttempts;
  demonstration_events: DemonstrationEvents;
  display_links: DisplayLinks;
  feed_snapshots: FeedSnapshots;
  feeds: Feeds;
  flashes: Flashes;
  forecast_places: ForecastPlaces;
  forecasts: Forecasts;
  groups: Groups;
  idempotent_requests: IdempotentRequests;
  identity_secrets: IdentitySecrets;
  impersonations: Impersonations;
  import_rows: ImportRows;
  imports: Imports;
  inquiries: Inquiries;
  job_records: JobRecords;
  lightning_batches: LightningBatches;
  locations: Locations;
  mailbox: Mailbox;
  map_settings: MapSettings;
  notices: Notices;
  notifications: Notifications;
  observations: Observations;
  oidc_records: OidcRecords;
  organization_location_groups: OrganizationLocationGroups;
  organization_locations: OrganizationLocations;
  organizations: Organizations;
  passkeys: Passkeys;
  place_zones: PlaceZones;
  policies: Policies;
  policy_actions: PolicyActions;
  policy_groups: PolicyGroups;
  practice_times: PracticeTimes;
  proactive_forecast_locations: ProactiveForecastLocations;
  proactive_forecast_messages: ProactiveForecastMessages;
  proactive_forecasts: ProactiveForecasts;
  product_clock: ProductClock;
  push_subscriptions: PushSubscriptions;
  recovery_codes: RecoveryCodes;
  risk_profiles: RiskProfiles;
  shared_positions: SharedPositions;
  sign_in_failures: SignInFailures;
  sign_in_sessions: SignInSessions;
  sso_configs: SsoConfigs;
  sso_domains: SsoDomains;
  sso_links: SsoLinks;
  sso_requests: SsoRequests;
  station_images: StationImages;
  station_particles: StationParticles;
  stations: Stations;
  storm_cell_lists: StormCellLists;
  storm_cell_sightings: StormCellSightings;
  strike_feeds: StrikeFeeds;
  totp_factors: TotpFactors;
  users: Users;
  warnings: Warnings;
  weather_alerts: WeatherAlerts;
  webhooks: Webhooks;
  work_rest_choices: WorkRestChoices;
  work_rest_profiles: WorkRestProfiles;
  worker_leases: WorkerLeases;
  zone_shapes: ZoneShapes;
}
