// Generated from a migrated database by generate-schema.ts: change a migration, not this file.
// Over 300 lines: one declaration for each table, in one place, as the migrations leave them.
import type { DeviceReading, PollutantReading, Wiring } from '@allclear/adapters';
import type { HardwareCommand, ReportRequest, SnapshotReason, SnapshotValues } from '@allclear/contract';
import type {
  AlertTime,
  CapAlert,
  CommandCause,
  CompleteForecastHour,
  HardwareAction,
  HeatMetric,
  RelayState,
  RiskProfileDraft,
  SignalState,
  SnapshotTimes,
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
  prefix: string | null;
  permissions: string[] | null;
  location_ids: string[] | null;
  organization_location_ids: string[] | null;
  networks: string[] | null;
  expires_at: NullableInstant;
  rotated_at: NullableInstant;
  previous_hash: Buffer | null;
  previous_ends_at: NullableInstant;
  last_used_at: NullableInstant;
  last_used_network: string | null;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
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

interface AuditHeads {
  chain: string;
  sequence: string;
  hash: string;
  signed_at: Instant;
  signature: string;
}

interface AuditRefusals {
  chain: string;
  subject: string;
  actor: Json<unknown>;
  action: string;
  record_id: string | null;
  details: Json<unknown>;
  window_started_at: Instant;
  repeats: Generated<number>;
}

interface AuditValues {
  chain: string;
  digest: string;
  user_id: string | null;
  salt: string;
  value: string;
}

interface CalledGroups {
  id: Generated<string>;
  roll_call_id: string;
  organization_id: string;
  revision: Generated<number>;
  key: string | null;
  name: string;
  expected: number;
}

interface CameraLinks {
  id: Generated<string>;
  organization_id: string;
  camera_id: string;
  user_id: string;
  name: string;
  hash: Buffer;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: NullableInstant;
  views: Generated<number>;
  last_used_at: NullableInstant;
}

interface CameraSessions {
  id: string;
  organization_id: string;
  camera_id: string | null;
  user_id: string | null;
  link_id: string | null;
  camera_name: string;
  link_name: string | null;
  started_at: Instant;
  last_at: Instant;
  ended: Generated<boolean>;
}

interface Cameras {
  id: Generated<string>;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  kind: string;
  address: Generated<string>;
  username: Generated<string>;
  password: string | null;
  organization_location_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

interface CapAddresses {
  organization_id: string;
  hash: Buffer;
  made_at: Instant;
  last_used_at: NullableInstant;
}

interface CapMessages {
  warning_id: string;
  sequence: number;
  organization_id: string;
  identifier: string;
  sender: string;
  notice: string;
  message_type: string;
  response_type: string;
  status: string;
  headline: string;
  sent_at: Instant;
  expires_at: Instant;
  document: string;
}

interface ConditionSnapshots {
  id: Generated<string>;
  organization_id: string;
  station_id: string;
  at: Instant;
  reason: SnapshotReason;
  warning_id: string | null;
  schedule_id: string | null;
  cause: Generated<string>;
  note: Generated<string>;
  user_id: string | null;
  observed_at: NullableInstant;
  stale: boolean;
  measured: Json<SnapshotValues>;
}

interface CountedHours {
  hour: Instant;
  places: number;
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

interface DemonstrationDevices {
  name: string;
  port: number;
  updated_at: Instant;
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

interface EngineSessions {
  id: string;
  pid: number;
  backend_start: Instant;
  renewed_at: Instant;
}

interface EngineSlices {
  slice: number;
  session_id: string | null;
  token: Generated<string>;
}

interface EscalationChains {
  organization_id: string;
  revision: Generated<number>;
  steps: Json<unknown>;
  updated_at: Instant;
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

interface HardwareCommands {
  id: string;
  entry: Generated<string>;
  organization_id: string;
  unit_id: string;
  relay_id: string | null;
  action: HardwareAction['kind'];
  content: Json<HardwareAction>;
  cause: CommandCause;
  cause_details: Json<{ readonly text: string }>;
  user_id: string | null;
  state: Generated<HardwareCommand['state']>;
  attempts: Generated<number>;
  plays_done: Generated<number>;
  lease: number | null;
  detail: Generated<string>;
  at: Instant;
  created_at: Instant;
  not_before: Generated<Date>;
  deadline_at: Instant;
  begun_at: NullableInstant;
  ended_at: NullableInstant;
  sounds_until: NullableInstant;
}

interface HardwareFaults {
  id: Generated<string>;
  organization_id: string;
  unit_id: string;
  kind: string;
  text: string;
  began_at: Instant;
  ended_at: NullableInstant;
}

interface HardwareRelayStates {
  relay_id: string;
  organization_id: string;
  state: Json<RelayState>;
  updated_at: Instant;
}

interface HardwareRelays {
  id: Generated<string>;
  organization_id: string;
  unit_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  output: string;
  policy_id: string | null;
  on_at_start: Generated<boolean>;
  on_at_clear: Generated<boolean>;
  shortest_on_seconds: number | null;
  longest_on_seconds: number | null;
  excludes_relay_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

interface HardwareSchedules {
  id: Generated<string>;
  organization_id: string;
  unit_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  kind: string;
  every: string;
  weekday: number;
  time: string;
  next_at: Instant;
  last_done_at: NullableInstant;
  skipped: string | null;
  created_at: Instant;
  updated_at: Instant;
}

interface HardwareSignals {
  unit_id: string;
  organization_id: string;
  step: Generated<number>;
  state: Json<SignalState>;
  place: DefaultJson<unknown>;
  updated_at: Instant;
}

interface HardwareStatus {
  unit_id: string;
  organization_id: string;
  last_contact_at: NullableInstant;
  asked_at: NullableInstant;
  reading: NullableJson<DeviceReading>;
  read_at: NullableInstant;
  failure: string | null;
  failing_since: NullableInstant;
  restarts: Generated<number>;
  restarted_at: NullableInstant;
}

interface HardwareTests {
  id: Generated<string>;
  organization_id: string;
  unit_id: string;
  kind: 'delay' | 'all-clear' | 'light' | 'drill' | 'communication';
  user_id: string | null;
  schedule_id: string | null;
  begun_at: Instant;
  sound_ends_at: Instant;
  ends_at: Instant;
  ended_at: NullableInstant;
  ended_because: string | null;
}

interface HardwareUnits {
  id: Generated<string>;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  model: 'OWS' | 'OWX' | 'PAS' | 'RLY';
  organization_location_id: string | null;
  station_id: string | null;
  driver: string;
  address: string;
  username: Generated<string>;
  password: Generated<string>;
  options: DefaultJson<Record<string, string>>;
  wiring: DefaultJson<Wiring>;
  default_play_count: Generated<number>;
  ask_every_minutes: number | null;
  enabled: Generated<boolean>;
  disabled_reason: string | null;
  radius_miles: Generated<number>;
  all_clear_minutes: Generated<number>;
  duration_seconds: Generated<number>;
  plays: Generated<number>;
  all_clear_duration_seconds: Generated<number>;
  all_clear_plays: Generated<number>;
  post_warn_message: Generated<string>;
  post_all_clear_message: Generated<string>;
  post_warn_clip: Generated<string>;
  post_all_clear_clip: Generated<string>;
  after_siren_pa_id: string | null;
  alert_times: DefaultJson<AlertTime[]>;
  life_safety: Generated<boolean>;
  policy_ids: Generated<string[]>;
  light_off_after_hours: number | null;
  offline_window: NullableJson<{ startTime: string; endTime: string }>;
  public_page: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
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

interface InformacastAttempts {
  launch_id: string;
  number: number;
  started_at: Instant;
  ended_at: NullableInstant;
  detail: string | null;
}

interface InformacastConnections {
  id: Generated<string>;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  webhook_id: Generated<string>;
  signs_in_by: string;
  credential: string;
  user_id: string | null;
  problem: string | null;
  connected_at: Instant;
}

interface InformacastLaunches {
  id: Generated<string>;
  organization_id: string;
  mapping_id: string;
  kind: string;
  step_key: string;
  warning_id: string | null;
  user_id: string | null;
  site_name: string;
  scenario_id: string;
  scenario_name: string;
  text: string;
  state: Generated<string>;
  attempts: Generated<number>;
  is_unsure: Generated<boolean>;
  tried_at: NullableInstant;
  notification_id: string | null;
  lease: number | null;
  detail: Generated<string>;
  at: Instant;
  created_at: Instant;
  deadline_at: Instant;
  updated_at: Instant;
  ended_at: NullableInstant;
}

interface InformacastLinks {
  id: Generated<string>;
  organization_id: string;
  connection_id: string;
  organization_location_id: string;
  group_id: string;
}

interface InformacastMappings {
  id: Generated<string>;
  organization_id: string;
  connection_id: string;
  link_id: string;
  site_id: string;
  site_name: string;
  scenario_id: string;
  scenario_name: string;
  all_clear_scenario_id: string | null;
  all_clear_scenario_name: string | null;
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

interface LocationVersions {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  location_id: string;
  revision: number;
  valid_from: Instant;
  valid_to: NullableInstant;
  organization_location_id: string | null;
  label: string;
  location_name: string;
  latitude: number;
  longitude: number;
  radius1: number;
  radius2: number;
  radius3: number;
  radius4: number;
  all_clear_minutes: number;
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
  report_mail_id: string | null;
}

interface MapSettings {
  user_id: string;
  settings: Json<unknown>;
  saved_at: Instant;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
}

interface MassMessageTemplates {
  id: Generated<string>;
  organization_id: string;
  created_by: string | null;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  headline: string;
  message: string;
  sender_text: string;
  channel: number;
  override_preferences: Generated<boolean>;
  is_drill: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
  asks_response: Generated<boolean>;
}

interface MassMessages {
  id: Generated<string>;
  organization_id: string;
  sent_by: string | null;
  key: string;
  content_digest: string;
  notice_id: string;
  headline: string;
  message: string;
  sender_text: string;
  channel: number;
  override_preferences: Generated<boolean>;
  is_drill: Generated<boolean>;
  group_id: string | null;
  created_at: Instant;
  asks_response: Generated<boolean>;
  response_request_id: string | null;
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
  named_people: DefaultJson<unknown>;
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
  pm10_ugm3: number | null;
}

interface ObservationsDropped {
  id: Generated<number>;
  through: Instant;
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

interface OrganizationLocationVersions {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: number;
  valid_from: Instant;
  valid_to: NullableInstant;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  group_ids: string[];
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
  camera_minutes: number | null;
  widget_admin: Generated<boolean>;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  consultation_email: string | null;
  default_time_zone: string | null;
  second_factor_revision: Generated<number>;
  second_factor_field_revisions: DefaultJson<unknown>;
  camera_sharing: Generated<boolean>;
}

interface PaMessages {
  id: Generated<string>;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  title: string;
  message: string;
  clip: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
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

interface PlaceClosures {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  reason: string;
  closed_by: string | null;
  closed_at: Instant;
  until_at: NullableInstant;
  opened_by: string | null;
  opened_at: NullableInstant;
}

interface PlaceDuties {
  organization_location_id: string;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  updated_at: Instant;
}

interface PlaceDutyPeople {
  organization_location_id: string;
  organization_id: string;
  duty: string;
  position: number;
  user_id: string;
  weekdays: number[] | null;
  starts_at: string | null;
  ends_at: string | null;
}

interface PlaceHours {
  organization_location_id: string;
  organization_id: string;
  hour: Instant;
  latitude: number;
  longitude: number;
  all_clear_minutes: number;
  radius_miles: number[];
  strikes: number[];
  delay_seconds: number[];
  unknown_seconds: number[];
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
  asks_response: Generated<boolean>;
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

interface PolicyVersions {
  id: Generated<string>;
  organization_id: string;
  policy_id: string;
  revision: number;
  valid_from: Instant;
  valid_to: NullableInstant;
  type_short_name: string;
  name: string;
  threshold: number;
  all_clear_minutes: number;
  re_alert_minutes: number;
  all_groups: boolean;
  group_ids: string[];
  events: string[];
  life_safety: boolean;
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

interface ReceivedSms {
  vendor: string;
  message_id: string;
  number_digest: Buffer;
  has_person: boolean;
  outcome: string;
  reply: string | null;
  received_at: Instant;
}

interface RecoveryCodes {
  user_id: string;
  digest: Buffer;
  created_at: Instant;
  used_at: NullableInstant;
}

interface RecurringReports {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  report_type: number;
  request: Json<ReportRequest>;
  period: string;
  day_of_month: number | null;
  weekday: number | null;
  is_paused: Generated<boolean>;
  next_at: NullableInstant;
  created_at: Instant;
}

interface ReportFiles {
  report_id: string;
  format: string;
  name: string;
  bytes: string;
}

interface ReportMails {
  id: Generated<string>;
  report_id: string;
  user_id: string;
  state: Generated<string>;
  error: string | null;
  created_at: Instant;
  ended_at: NullableInstant;
}

interface ReportPieces {
  report_id: string;
  format: string;
  position: number;
  bytes: Buffer;
  unzipped_bytes: number | null;
}

interface Reports {
  id: Generated<string>;
  organization_id: string;
  user_id: string;
  name: string;
  report_type: number;
  request: Json<ReportRequest>;
  start_date: string;
  end_date: string;
  state: Generated<string>;
  error: string | null;
  job_id: string | null;
  created_at: Instant;
  ended_at: NullableInstant;
  expires_at: NullableInstant;
  recurring_id: string | null;
  due_at: NullableInstant;
}

interface ResponseRequestedPeople {
  request_id: string;
  user_id: string;
  organization_id: string;
  token_hash: Buffer | null;
  response_id: string | null;
}

interface ResponseRequests {
  id: string;
  organization_id: string;
  notice_id: string;
  life_safety: Generated<boolean>;
  is_drill: Generated<boolean>;
  group_id: string | null;
  asked_at: Instant;
  ends_wall_at: Instant;
  steps: Json<unknown>;
  steps_taken: Generated<number>;
  next_step_at: NullableInstant;
  of_warning: Generated<boolean>;
}

interface ResponseSteps {
  request_id: string;
  step: number;
  organization_id: string;
  at: Instant;
  listed: number;
  notified: number;
  not_sent: number;
}

interface Responses {
  id: Generated<string>;
  organization_id: string;
  request_id: string;
  user_id: string;
  key: string;
  kind: string;
  place: Generated<string>;
  is_change: Generated<boolean>;
  at: Instant;
  pressed_at: NullableInstant;
  way: Generated<string>;
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

interface RollCallEntries {
  id: Generated<string>;
  roll_call_id: string;
  organization_id: string;
  key: string;
  kind: string;
  called_group_id: string | null;
  member_id: string | null;
  shelter_id: string | null;
  people: number | null;
  device_key: string | null;
  user_id: string | null;
  at: Instant;
  received_at: Instant;
  age_ms: number | null;
  joined_later: boolean;
}

interface RollCallGroups {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  expected: number;
}

interface RollCallMembers {
  id: Generated<string>;
  roll_call_id: string;
  organization_id: string;
  called_group_id: string;
  key: string;
  name: string | null;
  removed_at: NullableInstant;
}

interface RollCallSettings {
  organization_id: string;
  revision: Generated<number>;
  names: boolean;
  updated_at: Instant;
}

interface RollCalls {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: Generated<number>;
  key: string;
  is_drill: boolean;
  has_names: boolean;
  started_by: string | null;
  started_at: Instant;
  ends_wall_at: Instant;
  ended_by: string | null;
  ended_at: NullableInstant;
  ended_wall_at: NullableInstant;
  notice_id: string | null;
  notified: number | null;
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

interface Shelters {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  capacity: number | null;
  minutes_to_reach: number;
  directions: Generated<string>;
  position: Generated<number>;
  is_open: Generated<boolean>;
  open_set_by: string | null;
  open_set_at: Instant;
  code: string | null;
  removed_at: NullableInstant;
}

interface ShowLinks {
  id: Generated<string>;
  organization_id: string;
  show_id: string;
  user_id: string;
  name: string;
  hash: Buffer;
  created_at: Instant;
  expires_at: Instant;
  last_used_at: NullableInstant;
}

interface Shows {
  id: Generated<string>;
  organization_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  layout: string;
  place_ids: string[];
  scenes: Json<unknown>;
  ticker: Generated<string>;
  shows_clock: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
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

interface SnapshotSchedules {
  id: Generated<string>;
  organization_id: string;
  station_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  rule: Json<SnapshotTimes>;
  taken_through: Instant;
  created_at: Instant;
  updated_at: Instant;
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

interface StationDays {
  station_id: string;
  at: Instant;
  reports: number;
  quarters: number;
  temperature_c_least: number | null;
  temperature_c_greatest: number | null;
  temperature_c_sum: number | null;
  temperature_c_count: number | null;
  feels_like_c_least: number | null;
  feels_like_c_greatest: number | null;
  feels_like_c_sum: number | null;
  feels_like_c_count: number | null;
  heat_index_c_least: number | null;
  heat_index_c_greatest: number | null;
  heat_index_c_sum: number | null;
  heat_index_c_count: number | null;
  wind_chill_c_least: number | null;
  wind_chill_c_greatest: number | null;
  wind_chill_c_sum: number | null;
  wind_chill_c_count: number | null;
  wbgt_c_least: number | null;
  wbgt_c_greatest: number | null;
  wbgt_c_sum: number | null;
  wbgt_c_count: number | null;
  humidity_pct_least: number | null;
  humidity_pct_greatest: number | null;
  humidity_pct_sum: number | null;
  humidity_pct_count: number | null;
  dew_point_c_least: number | null;
  dew_point_c_greatest: number | null;
  dew_point_c_sum: number | null;
  dew_point_c_count: number | null;
  wind_mps_least: number | null;
  wind_mps_greatest: number | null;
  wind_mps_sum: number | null;
  wind_mps_count: number | null;
  gust_mps_least: number | null;
  gust_mps_greatest: number | null;
  gust_mps_sum: number | null;
  gust_mps_count: number | null;
  solar_wm2_least: number | null;
  solar_wm2_greatest: number | null;
  solar_wm2_sum: number | null;
  solar_wm2_count: number | null;
  cloud_cover_least: number | null;
  cloud_cover_greatest: number | null;
  cloud_cover_sum: number | null;
  cloud_cover_count: number | null;
  pm25_ugm3_least: number | null;
  pm25_ugm3_greatest: number | null;
  pm25_ugm3_sum: number | null;
  pm25_ugm3_count: number | null;
  pm10_ugm3_least: number | null;
  pm10_ugm3_greatest: number | null;
  pm10_ugm3_sum: number | null;
  pm10_ugm3_count: number | null;
  pm25_aqi_least: number | null;
  pm25_aqi_greatest: number | null;
  pm25_aqi_sum: number | null;
  pm25_aqi_count: number | null;
  pm10_aqi_least: number | null;
  pm10_aqi_greatest: number | null;
  pm10_aqi_sum: number | null;
  pm10_aqi_count: number | null;
  wind_east_sum: number;
  wind_north_sum: number;
  wind_vectors: number;
  rain_mm: number | null;
  max_rain_hour_mm: number | null;
  day: string;
  until: Instant;
}

interface StationFills {
  station_id: string;
  month_at: Instant;
}

interface StationHours {
  station_id: string;
  at: Instant;
  reports: number;
  quarters: number;
  temperature_c_least: number | null;
  temperature_c_greatest: number | null;
  temperature_c_sum: number | null;
  temperature_c_count: number | null;
  feels_like_c_least: number | null;
  feels_like_c_greatest: number | null;
  feels_like_c_sum: number | null;
  feels_like_c_count: number | null;
  heat_index_c_least: number | null;
  heat_index_c_greatest: number | null;
  heat_index_c_sum: number | null;
  heat_index_c_count: number | null;
  wind_chill_c_least: number | null;
  wind_chill_c_greatest: number | null;
  wind_chill_c_sum: number | null;
  wind_chill_c_count: number | null;
  wbgt_c_least: number | null;
  wbgt_c_greatest: number | null;
  wbgt_c_sum: number | null;
  wbgt_c_count: number | null;
  humidity_pct_least: number | null;
  humidity_pct_greatest: number | null;
  humidity_pct_sum: number | null;
  humidity_pct_count: number | null;
  dew_point_c_least: number | null;
  dew_point_c_greatest: number | null;
  dew_point_c_sum: number | null;
  dew_point_c_count: number | null;
  wind_mps_least: number | null;
  wind_mps_greatest: number | null;
  wind_mps_sum: number | null;
  wind_mps_count: number | null;
  gust_mps_least: number | null;
  gust_mps_greatest: number | null;
  gust_mps_sum: number | null;
  gust_mps_count: number | null;
  solar_wm2_least: number | null;
  solar_wm2_greatest: number | null;
  solar_wm2_sum: number | null;
  solar_wm2_count: number | null;
  cloud_cover_least: number | null;
  cloud_cover_greatest: number | null;
  cloud_cover_sum: number | null;
  cloud_cover_count: number | null;
  pm25_ugm3_least: number | null;
  pm25_ugm3_greatest: number | null;
  pm25_ugm3_sum: number | null;
  pm25_ugm3_count: number | null;
  pm10_ugm3_least: number | null;
  pm10_ugm3_greatest: number | null;
  pm10_ugm3_sum: number | null;
  pm10_ugm3_count: number | null;
  pm25_aqi_least: number | null;
  pm25_aqi_greatest: number | null;
  pm25_aqi_sum: number | null;
  pm25_aqi_count: number | null;
  pm10_aqi_least: number | null;
  pm10_aqi_greatest: number | null;
  pm10_aqi_sum: number | null;
  pm10_aqi_count: number | null;
  wind_east_sum: number;
  wind_north_sum: number;
  wind_vectors: number;
  rain_mm: number | null;
  max_rain_hour_mm: number | null;
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

interface StationQuarters {
  station_id: string;
  at: Instant;
  reports: number;
  quarters: number;
  temperature_c_least: number | null;
  temperature_c_greatest: number | null;
  temperature_c_sum: number | null;
  temperature_c_count: number | null;
  feels_like_c_least: number | null;
  feels_like_c_greatest: number | null;
  feels_like_c_sum: number | null;
  feels_like_c_count: number | null;
  heat_index_c_least: number | null;
  heat_index_c_greatest: number | null;
  heat_index_c_sum: number | null;
  heat_index_c_count: number | null;
  wind_chill_c_least: number | null;
  wind_chill_c_greatest: number | null;
  wind_chill_c_sum: number | null;
  wind_chill_c_count: number | null;
  wbgt_c_least: number | null;
  wbgt_c_greatest: number | null;
  wbgt_c_sum: number | null;
  wbgt_c_count: number | null;
  humidity_pct_least: number | null;
  humidity_pct_greatest: number | null;
  humidity_pct_sum: number | null;
  humidity_pct_count: number | null;
  dew_point_c_least: number | null;
  dew_point_c_greatest: number | null;
  dew_point_c_sum: number | null;
  dew_point_c_count: number | null;
  wind_mps_least: number | null;
  wind_mps_greatest: number | null;
  wind_mps_sum: number | null;
  wind_mps_count: number | null;
  gust_mps_least: number | null;
  gust_mps_greatest: number | null;
  gust_mps_sum: number | null;
  gust_mps_count: number | null;
  solar_wm2_least: number | null;
  solar_wm2_greatest: number | null;
  solar_wm2_sum: number | null;
  solar_wm2_count: number | null;
  cloud_cover_least: number | null;
  cloud_cover_greatest: number | null;
  cloud_cover_sum: number | null;
  cloud_cover_count: number | null;
  pm25_ugm3_least: number | null;
  pm25_ugm3_greatest: number | null;
  pm25_ugm3_sum: number | null;
  pm25_ugm3_count: number | null;
  pm10_ugm3_least: number | null;
  pm10_ugm3_greatest: number | null;
  pm10_ugm3_sum: number | null;
  pm10_ugm3_count: number | null;
  pm25_aqi_least: number | null;
  pm25_aqi_greatest: number | null;
  pm25_aqi_sum: number | null;
  pm25_aqi_count: number | null;
  pm10_aqi_least: number | null;
  pm10_aqi_greatest: number | null;
  pm10_aqi_sum: number | null;
  pm10_aqi_count: number | null;
  wind_east_sum: number;
  wind_north_sum: number;
  wind_vectors: number;
  rain_mm: number | null;
  max_rain_hour_mm: number | null;
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
  shared: Generated<boolean>;
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

interface StreamEvents {
  entry: Generated<string>;
  organization_id: string;
  position: string | null;
  event_id: string;
  kind: string;
  organization_location_ids: string[];
  data: Json<unknown>;
  at: Instant;
  created_at: Instant;
}

interface StreamPositions {
  organization_id: string;
  newest: Generated<string>;
  read_at: NullableInstant;
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

interface ThunderReports {
  id: Generated<string>;
  organization_id: string;
  organization_location_id: string;
  revision: Generated<number>;
  user_id: string | null;
  key: string;
  first_thunder_at: Instant;
  thunder_at: Instant;
  received_at: Instant;
  received_wall_at: Instant;
  age_ms: number | null;
  flash_to_bang_seconds: number | null;
  distance_miles: number | null;
  recorded_only: Generated<boolean>;
  presses: Generated<number>;
  taken_back_at: NullableInstant;
  taken_back_by: string | null;
  take_back_reason: Generated<string>;
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

interface WarningHolds {
  warning_id: string;
  since: Instant;
  until: NullableInstant;
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
  place_id: string | null;
  first_policy_revision: number | null;
  notified_at: NullableInstant;
  response_request_id: string | null;
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

interface WebhookAttempts {
  delivery_id: string;
  number: number;
  started_at: Instant;
  ended_at: NullableInstant;
  outcome: string | null;
  detail: string | null;
  status: number | null;
  request: string | null;
  answer: string | null;
  duration_ms: number | null;
}

interface WebhookDeliveries {
  id: Generated<string>;
  event_id: string;
  webhook_id: string;
  organization_id: string;
  state: Generated<string>;
  attempts: Generated<number>;
  attempts_before: Generated<number>;
  begun_at: Instant;
  lease: number | null;
  detail: string | null;
  created_at: Instant;
  updated_at: Instant;
  accepted_at: NullableInstant;
}

interface WebhookEvents {
  id: string;
  organization_id: string;
  kind: string;
  organization_location_ids: Generated<string[]>;
  data: Json<unknown>;
  at: Instant;
  created_at: Instant;
}

interface WebhookPlaceStates {
  organization_location_id: string;
  organization_id: string;
  state: string;
  at: Instant;
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
  name: Generated<string>;
  description: Generated<string>;
  user_id: string | null;
  kinds: string[] | null;
  organization_location_ids: string[] | null;
  previous_secret: string | null;
  previous_secret_ends_at: NullableInstant;
  secret_renewed_at: NullableInstant;
  failing_since: NullableInstant;
  off_because: string | null;
  accepted_at: NullableInstant;
}

interface WidgetGuides {
  id: Generated<string>;
  organization_id: string;
  widget_id: string;
  user_id: string;
  recipient: string;
  sender: string;
  created_at: Instant;
}

interface Widgets {
  id: Generated<string>;
  organization_id: string;
  public_id: string;
  revision: Generated<number>;
  field_revisions: DefaultJson<Record<string, number>>;
  name: string;
  organization_location_id: string | null;
  weather_station_id: string | null;
  theme: number;
  type: number;
  primary_condition: number;
  conditions: Generated<number[]>;
  forecasts: DefaultJson<unknown>;
  policy_group_id: string | null;
  policy_ids: Generated<string[]>;
  message: Generated<string>;
  message_expires_at: NullableInstant;
  width: number;
  allowed_origins: Generated<string[]>;
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
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
  audit_heads: AuditHeads;
  audit_refusals: AuditRefusals;
  audit_values: AuditValues;
  called_groups: CalledGroups;
  camera_links: CameraLinks;
  camera_sessions: CameraSessions;
  cameras: Cameras;
  cap_addresses: CapAddresses;
  cap_messages: CapMessages;
  condition_snapshots: ConditionSnapshots;
  counted_hours: CountedHours;
  deliveries: Deliveries;
  delivery_attempts: DeliveryAttempts;
  demonstration_devices: DemonstrationDevices;
  demonstration_events: DemonstrationEvents;
  display_links: DisplayLinks;
  engine_sessions: EngineSessions;
  engine_slices: EngineSlices;
  escalation_chains: EscalationChains;
  feed_snapshots: FeedSnapshots;
  feeds: Feeds;
  flashes: Flashes;
  forecast_places: ForecastPlaces;
  forecasts: Forecasts;
  groups: Groups;
  hardware_commands: HardwareCommands;
  hardware_faults: HardwareFaults;
  hardware_relay_states: HardwareRelayStates;
  hardware_relays: HardwareRelays;
  hardware_schedules: HardwareSchedules;
  hardware_signals: HardwareSignals;
  hardware_status: HardwareStatus;
  hardware_tests: HardwareTests;
  hardware_units: HardwareUnits;
  idempotent_requests: IdempotentRequests;
  identity_secrets: IdentitySecrets;
  impersonations: Impersonations;
  import_rows: ImportRows;
  imports: Imports;
  informacast_attempts: InformacastAttempts;
  informacast_connections: InformacastConnections;
  informacast_launches: InformacastLaunches;
  informacast_links: InformacastLinks;
  informacast_mappings: InformacastMappings;
  inquiries: Inquiries;
  job_records: JobRecords;
  lightning_batches: LightningBatches;
  location_versions: LocationVersions;
  locations: Locations;
  mailbox: Mailbox;
  map_settings: MapSettings;
  mass_message_templates: MassMessageTemplates;
  mass_messages: MassMessages;
  notices: Notices;
  notifications: Notifications;
  observations: Observations;
  observations_dropped: ObservationsDropped;
  oidc_records: OidcRecords;
  organization_location_groups: OrganizationLocationGroups;
  organization_location_versions: OrganizationLocationVersions;
  organization_locations: OrganizationLocations;
  organizations: Organizations;
  pa_messages: PaMessages;
  passkeys: Passkeys;
  place_closures: PlaceClosures;
  place_duties: PlaceDuties;
  place_duty_people: PlaceDutyPeople;
  place_hours: PlaceHours;
  place_zones: PlaceZones;
  policies: Policies;
  policy_actions: PolicyActions;
  policy_groups: PolicyGroups;
  policy_versions: PolicyVersions;
  practice_times: PracticeTimes;
  proactive_forecast_locations: ProactiveForecastLocations;
  proactive_forecast_messages: ProactiveForecastMessages;
  proactive_forecasts: ProactiveForecasts;
  product_clock: ProductClock;
  push_subscriptions: PushSubscriptions;
  received_sms: ReceivedSms;
  recovery_codes: RecoveryCodes;
  recurring_reports: RecurringReports;
  report_files: ReportFiles;
  report_mails: ReportMails;
  report_pieces: ReportPieces;
  reports: Reports;
  response_requested_people: ResponseRequestedPeople;
  response_requests: ResponseRequests;
  response_steps: ResponseSteps;
  responses: Responses;
  risk_profiles: RiskProfiles;
  roll_call_entries: RollCallEntries;
  roll_call_groups: RollCallGroups;
  roll_call_members: RollCallMembers;
  roll_call_settings: RollCallSettings;
  roll_calls: RollCalls;
  shared_positions: SharedPositions;
  shelters: Shelters;
  show_links: ShowLinks;
  shows: Shows;
  sign_in_failures: SignInFailures;
  sign_in_sessions: SignInSessions;
  snapshot_schedules: SnapshotSchedules;
  sso_configs: SsoConfigs;
  sso_domains: SsoDomains;
  sso_links: SsoLinks;
  sso_requests: SsoRequests;
  station_days: StationDays;
  station_fills: StationFills;
  station_hours: StationHours;
  station_images: StationImages;
  station_particles: StationParticles;
  station_quarters: StationQuarters;
  stations: Stations;
  storm_cell_lists: StormCellLists;
  storm_cell_sightings: StormCellSightings;
  stream_events: StreamEvents;
  stream_positions: StreamPositions;
  strike_feeds: StrikeFeeds;
  thunder_reports: ThunderReports;
  totp_factors: TotpFactors;
  users: Users;
  warning_holds: WarningHolds;
  warnings: Warnings;
  weather_alerts: WeatherAlerts;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhook_events: WebhookEvents;
  webhook_place_states: WebhookPlaceStates;
  webhooks: Webhooks;
  widget_guides: WidgetGuides;
  widgets: Widgets;
  work_rest_choices: WorkRestChoices;
  work_rest_profiles: WorkRestProfiles;
  worker_leases: WorkerLeases;
  zone_shapes: ZoneShapes;
}
