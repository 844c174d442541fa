import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });
export const hardwareName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(100)
  .regex(/^[^<>\p{Cc}]*$/u, 'Name has characters that are not allowed');

/** Units of one organization, at most. */
export const maxHardware = 2_000;

/**
 * `OWS`: an outdoor warning system (siren, light, and what is wired to it). `OWX`: the same with a weather station in
 * one. `WXS`: a weather station. `PAS`: loudspeakers. `RLY`: relays.
 */
export const hardwareModels = ['OWS', 'OWX', 'WXS', 'PAS', 'RLY'] as const;
export type HardwareModel = (typeof hardwareModels)[number];

/** What is running on a unit; null where nothing is. */
const runningTest = z.object({
  id: z.string(),
  kind: z.enum(['delay', 'all-clear', 'light', 'drill']),
  begunUtc: z.string(),
  /** When the sound is over; light and state go on until stopped. */
  soundEndsUtc: z.string(),
  /** When it ends by itself at the latest. */
  endsUtc: z.string(),
});

export const hardware = z.object({
  id: z.string(),
  name: z.string(),
  modelId: z.enum(hardwareModels),
  /** Under which views it shows: an OWX under both. */
  isSiren: z.boolean(),
  isStation: z.boolean(),
  isPa: z.boolean(),
  hasRemoteRelays: z.boolean(),
  enabled: z.boolean(),
  /** Why it is disabled; null while it is enabled. */
  disabledReason: z.string().nullable(),
  organizationLocationId: z.string().nullable(),
  locationName: z.string(),
  /** Of its place, of a station its own; null without a place. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timeZoneId: z.string(),
  /** As it was set up; empty for a station that sends by itself. */
  ipAddress: z.string(),
  driver: z.string().nullable(),
  /** Volts; null where it cannot say. */
  voltage: z.number().nullable(),
  /** `unknown` where it cannot say. */
  battery: z.enum(['healthy', 'low', 'unknown']),
  /** When it was last heard; null for never. */
  connectedAt: z.string().nullable(),
  connection: z.enum(['connected', 'lost', 'scheduled-offline', 'never']),
  /** The state of battery and connection and whether it can act, in one line for people. */
  statusText: z.string(),
  /** What is wrong, in words for people, the worst first. */
  faults: z.array(z.string()),
  /** What its outputs do, as last read; null where it cannot say or has not been read. */
  sounding: z.boolean().nullable(),
  lit: z.boolean().nullable(),
  /**
   * What it signals: `warning` from the warning signal to the earned clear; `waiting`: lightning is over, and something
   * else holds the all clear back; `muted`: its light is on and its alert times keep it silent.
   */
  signal: z.enum(['none', 'warning', 'muted', 'waiting']),
  /** In words: since when and why, what it waits for; empty for `none`. */
  signalText: z.string(),
  test: runningTest.nullable(),
  /** The next scheduled test; null for none. */
  nextTestUtc: z.string().nullable(),
  isTestOverdue: z.boolean(),
  lifeSafety: z.boolean(),
  /** The unit that speaks after the siren; null for none. */
  afterSirenPaId: z.string().nullable(),
  /** Plays of a PA message unless said otherwise, 1–5; null where it cannot play. */
  defaultPlayCount: z.number().int().nullable(),
  /** The address of its public page; null while it is off. */
  publicPath: z.string().nullable(),
  /** The weather station of a WXS or OWX. */
  station: z.object({ id: z.string(), type: z.number().int(), imageUrl: z.string().nullable() }).nullable(),
  /** Seconds of the test bar, of each test. */
  testSeconds: z.object({ delay: z.number(), allClear: z.number(), light: z.number() }),
  /** Whether the caller may test, stop and disable it: an Assistant Admin only at places of the own group. */
  mayOperate: z.boolean(),
  /** 3 for stations whose precipitation is fine-grained. */
  webRelayType: z.number().int().nullable(),
  /** Raised by each change. */
  revision: z.number().int(),
});
export type Hardware = z.infer<typeof hardware>;

export const listHardware = defineRoute({
  ...paths.listHardware,
  needs: 'hardware:read',
  summary: 'On-site hardware: outdoor warning systems, loudspeakers, relays and weather stations, by name',
  data: z.array(hardware),
  paged: true,
});

const remoteRelayTrigger = z.object({
  policyTypeId: z.number().int(),
  policyId: z.string(),
  policyName: z.string(),
});

export const remoteRelay = z.object({
  id: z.string(),
  hardwareId: z.string(),
  name: z.string(),
  /** The device's output. */
  output: z.string(),
  /** As last read; null where it is not known. */
  toggled: z.boolean().nullable(),
  ipAddress: z.string(),
  /** Null: no automation. */
  remoteRelayTrigger: remoteRelayTrigger.nullable(),
  /** With automation: the state when the warning starts, and on the earned clear. */
  onAtStart: z.boolean(),
  onAtClear: z.boolean(),
  /** Seconds; null for none. */
  shortestOnSeconds: z.number().int().nullable(),
  longestOnSeconds: z.number().int().nullable(),
  /** Never on together with this one. */
  excludesRelayId: z.string().nullable(),
  /** What automation does now, or why it does not; empty without automation. */
  automationText: z.string(),
  /** Whether a change by hand needs a reason, because automation is at work. */
  needsReason: z.boolean(),
  revision: z.number().int(),
});
export type RemoteRelay = z.infer<typeof remoteRelay>;

export const getHardware = defineRoute({
  ...paths.getHardware,
  needs: 'hardware:read',
  summary: 'A unit with its remote relays',
  params: idParams,
  data: hardware.extend({ remoteRelays: z.array(remoteRelay) }),
  failures: [404],
});

export const getWeatherStationHardware = defineRoute({
  ...paths.getWeatherStationHardware,
  needs: 'hardware:read',
  summary: 'A weather station as hardware',
  params: idParams,
  data: hardware,
  failures: [404],
});

export const hardwareDriver = z.object({
  name: z.string(),
  label: z.string(),
  sound: z.boolean(),
  light: z.boolean(),
  relays: z.boolean(),
  plays: z.array(z.enum(['speech', 'clip', 'audio'])),
  readsBack: z.boolean(),
  addressHint: z.string(),
  outputHint: z.string(),
  options: z.array(z.object({ name: z.string(), label: z.string(), fallback: z.string(), hint: z.string() })),
});
export type HardwareDriver = z.infer<typeof hardwareDriver>;

export const listHardwareDrivers = defineRoute({
  ...paths.listHardwareDrivers,
  needs: 'hardware:read',
  summary: 'The makes of devices that can be connected, and what each can do',
  data: z.array(hardwareDriver),
});

const text = z.string().trim().max(200);

const wiring = z.object({
  /** The output, tone or pattern; null for none. */
  warningSound: text.nullable(),
  allClearSound: text.nullable(),
  light: text.nullable(),
});

/** How a unit is reached; the password is never given back. */
export const hardwareConnection = z.object({
  id: z.string(),
  name: z.string(),
  modelId: z.enum(hardwareModels),
  organizationLocationId: z.string(),
  driver: z.string(),
  ipAddress: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  options: z.record(z.string(), z.string()),
  wiring,
  /** The weather station of an OWX. */
  stationId: z.string().nullable(),
  /** Plays of a PA message unless said otherwise. */
  defaultPlayCount: z.number().int(),
  /** Minutes between two questions to a unit that runs on a battery; null for every minute. */
  askEveryMinutes: z.number().int().nullable(),
  revision: z.number().int(),
});
export type HardwareConnection = z.infer<typeof hardwareConnection>;

export const getHardwareConnection = defineRoute({
  ...paths.getHardwareConnection,
  needs: 'hardware:write',
  summary: 'How a unit is connected, without its password',
  params: idParams,
  data: hardwareConnection,
  failures: [404],
});

/** Without what is assumed where a field is left out: a change leaves it as it is. */
const connectionFields = z.object({
  name: hardwareName,
  modelId: z.enum(['OWS', 'OWX', 'PAS', 'RLY']),
  organizationLocationId: z.string().max(100),
  driver: z.string().max(50),
  ipAddress: z.string().trim().min(1, 'Enter an address').max(200),
  username: text,
  /** Left out: it stays as it is. */
  password: z.string().max(500).optional(),
  options: z.record(z.string().max(50), z.string().max(500)),
  wiring,
  stationId: z.string().max(100).nullable(),
  defaultPlayCount: z.number().int().min(1).max(5),
  askEveryMinutes: z.number().int().min(1).max(1_440).nullable(),
});

const { shape } = connectionFields;
const connectionForm = connectionFields.extend({
  username: shape.username.default(''),
  options: shape.options.default({}),
  wiring: shape.wiring.default({ warningSound: null, allClearSound: null, light: null }),
  stationId: shape.stationId.default(null),
  defaultPlayCount: shape.defaultPlayCount.default(1),
  askEveryMinutes: shape.askEveryMinutes.default(null),
});

export const addHardware = defineRoute({
  ...paths.addHardware,
  needs: 'hardware:write',
  refusesImpersonation: true,
  summary: 'Adds a unit at an organization location; its password is stored encrypted',
  body: connectionForm,
  data: hardware.extend({ message: z.string() }),
  failures: [400, 404, 409],
});

export const changeHardware = defineRoute({
  ...paths.changeHardware,
  needs: 'hardware:write',
  refusesImpersonation: true,
  summary: 'Changes how a unit is connected; what is left out stays as it is',
  body: connectionFields.partial().extend({
    id: z.string(),
    /** The revision that the change is based on; without it the last write wins. */
    revision: z.number().int().optional(),
  }),
  data: hardware.extend({ message: z.string() }),
  failures: [400, 404, 409],
});

export const deleteHardware = defineRoute({
  ...paths.deleteHardware,
  needs: 'hardware:write',
  summary: 'Removes a unit that is at rest; one that signals is disabled first, so that its light goes dark',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404, 409],
});

export const checkHardwareConnection = defineRoute({
  ...paths.checkHardwareConnection,
  needs: 'hardware:write',
  refusesImpersonation: true,
  summary: 'Asks a device for its state with settings that are not stored yet; switches nothing',
  body: connectionForm
    .pick({
      driver: true,
      ipAddress: true,
      username: true,
      password: true,
      options: true,
      wiring: true,
    })
    .extend({
      /** A unit whose stored password counts where none is given. */
      id: z.string().optional(),
    }),
  data: z.object({ answered: z.boolean(), isSimulator: z.boolean(), message: z.string() }),
  failures: [400, 404],
});

/** A command to a device, as the record of the unit shows it. */
export const hardwareCommand = z.object({
  id: z.string(),
  hardwareId: z.string(),
  /** `sound`, `light`, `relay`, `play`, `stop-sound`. */
  action: z.string(),
  /** What was asked, in words: 'Warning signal, 3 plays of 10 s'. */
  text: z.string(),
  /** Who or what caused it, in words. */
  cause: z.string(),
  isTest: z.boolean(),
  state: z.enum(['queued', 'sending', 'confirmed', 'sent', 'refused', 'failed', 'dropped', 'unknown']),
  /** What the device said, or why it was not sent. */
  detail: z.string(),
  /** Of the product clock. */
  atUtc: z.string(),
  endedUtc: z.string().nullable(),
});
export type HardwareCommand = z.infer<typeof hardwareCommand>;

export const listHardwareCommands = defineRoute({
  ...paths.listHardwareCommands,
  needs: 'hardware:read',
  summary: 'The last 200 commands to a unit, newest first',
  params: idParams,
  data: z.array(hardwareCommand),
  failures: [404],
});

const reasonForm = z.object({
  id: z.string().max(100),
  /** Why; kept in the audit. */
  message: z.string().trim().min(1, 'Enter a reason').max(500),
});
const reasonAnswer = z.object({ id: z.string(), enabled: z.boolean(), message: z.string() });

export const disableHardware = defineRoute({
  ...paths.disableHardware,
  needs: 'hardware:operate',
  summary: 'Disables a unit, with a reason: it makes no sound and its light goes dark',
  body: reasonForm,
  data: reasonAnswer,
  failures: [400, 403, 404, 409],
});

export const enableHardware = defineRoute({
  ...paths.enableHardware,
  needs: 'hardware:operate',
  summary: 'Enables a unit, with a reason: a delay that is on is signalled now',
  body: reasonForm,
  data: reasonAnswer,
  failures: [400, 403, 404, 409],
});

export const disableSiren = defineRoute({
  ...paths.disableSiren,
  needs: 'hardware:operate',
  summary: 'Disables an outdoor warning system, with a reason: it makes no sound and its light goes dark',
  body: reasonForm,
  data: reasonAnswer,
  failures: [400, 403, 404, 409],
});

export const enableSiren = defineRoute({
  ...paths.enableSiren,
  needs: 'hardware:operate',
  summary: 'Enables an outdoor warning system, with a reason: a delay that is on is signalled now',
  body: reasonForm,
  data: reasonAnswer,
  failures: [400, 403, 404, 409],
});
