import { DAY_MS, durationText, HOUR_MS, localInstants, localTime, MINUTE_MS } from '../core/index.ts';

/** The health of units as supervision reads it. Instants are epoch ms of the product clock. */

/** Volts from which a battery is healthy (specification 2, section 9). */
export const healthyVolts = 12.1;

export type Battery = 'healthy' | 'low' | 'unknown';

/** Batteries of units have 12 to 48 V: above it a device reports the mains. */
const maxBatteryVolts = 60;

/** Whether a voltage is that of the mains, as some devices report it, and says nothing of a battery. */
export function isMains(volts: number | null): boolean {
  return volts !== null && volts > maxBatteryVolts;
}

/** The state of a battery; `unknown` for a voltage that is missing, no number, or that of the mains. */
export function batteryOf(volts: number | null): Battery {
  if (volts === null || !Number.isFinite(volts) || isMains(volts)) return 'unknown';
  return volts >= healthyVolts ? 'healthy' : 'low';
}

export type Connection = 'connected' | 'lost' | 'scheduled-offline' | 'never';

/** When a unit is offline as planned, 'HH:mm:ss' in its time zone; an end before the start is on the next day. */
export interface OfflineWindow {
  readonly startTime: string;
  readonly endTime: string;
}

export interface ContactRecord {
  readonly kind: 'siren' | 'station';
  /** Null for never. */
  readonly lastContactAt: number | null;
  /** Null: 5:00 to 10:00 UTC, as in every unit (specification 2, section 9). */
  readonly window: OfflineWindow | null;
  readonly timeZone: string;
  /** Minutes between two questions to a unit on a battery; null for every minute. */
  readonly askEveryMinutes?: number | null;
}

const utcWindow: OfflineWindow = { startTime: '05:00:00', endTime: '10:00:00' };

/** How long a unit may be silent, ms: 30 minutes, a station 15, and twice the time between two questions. */
export function silenceLimitMs({
  kind,
  askEveryMinutes,
}: Pick<ContactRecord, 'kind' | 'askEveryMinutes'>): number {
  return Math.max(kind === 'siren' ? 30 : 15, 2 * (askEveryMinutes ?? 0)) * MINUTE_MS;
}

/**
 * The connection of a unit. `scheduled-offline` only for a unit that was connected when its window began, while the window
 * lasts: it never hides one that was silent before, or is still silent after it. A contact that is dated further in the
 * future than the limit is none.
 */
export function connectionOf(record: ContactRecord, now: number): Connection {
  const { lastContactAt, window, timeZone } = record;
  if (lastContactAt === null) return 'never';
  const limitMs = silenceLimitMs(record);
  if (Math.abs(now - lastContactAt) <= limitMs) return 'connected';
  const begunAt = windowStart(window ?? utcWindow, window === null ? 'UTC' : timeZone, now);
  return begunAt !== null && lastContactAt <= now && begunAt - lastContactAt <= limitMs
    ? 'scheduled-offline'
    : 'lost';
}

/** When the window began that `now` is in; null outside. Times are those of the wall clock, daylight saving included. */
function windowStart({ startTime, endTime }: OfflineWindow, timeZone: string, now: number): number | null {
  const from = minutesOf(startTime);
  const end = minutesOf(endTime);
  if (from === null || end === null || from === end) return null;
  const to = end > from ? end : end + DAY_MS / MINUTE_MS;
  const { year, month, dayOfMonth } = localTime(now, timeZone);
  const today = Date.UTC(year, month - 1, dayOfMonth);
  for (const day of [today, today - DAY_MS]) {
    const start = localInstants(day, from, timeZone).first;
    if (start <= now && now < localInstants(day, to, timeZone).last) return start;
  }
  return null;
}

function minutesOf(time: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d):\d\d$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** A device's own time: when it was read, and for how long it had run then. */
export interface Uptime {
  readonly readAt: number;
  readonly uptimeSeconds: number | null;
}

/**
 * When a device started again between two readings, epoch ms; null when it did not, or cannot say. Its uptime fell, or is
 * shorter than the time since the reading before.
 */
export function restartedAt(before: Uptime, after: Uptime): number | null {
  if (before.uptimeSeconds === null || after.uptimeSeconds === null) return null;
  const startOf = ({ readAt, uptimeSeconds }: Uptime) => readAt - (uptimeSeconds ?? 0) * 1_000;
  const toleranceMs = MINUTE_MS + Math.abs(after.readAt - before.readAt) / 100;
  const isFallen = after.uptimeSeconds < before.uptimeSeconds && after.readAt >= before.readAt;
  return isFallen || startOf(after) - startOf(before) > toleranceMs ? startOf(after) : null;
}

/** A device's clock may be off by so much, ms. */
export const clockLimitMs = 2 * MINUTE_MS;

/** What is wrong with the clock of a device, for people; null for nothing, or when it cannot say. */
export function clockFault(offsetMs: number | null): string | null {
  if (offsetMs === null || Math.abs(offsetMs) <= clockLimitMs) return null;
  const size = Math.abs(offsetMs) < HOUR_MS ? 'minutes' : 'hours or more';
  const by = size === 'minutes' ? durationText(Math.abs(offsetMs)) : size;
  return `Its clock is ${by} ${offsetMs < 0 ? 'slow' : 'fast'}.`;
}

export interface OutputReading {
  readonly sounding: boolean | null;
  readonly lit: boolean | null;
  readonly relays: Readonly<Record<string, boolean>>;
}

/** What the outputs of a unit should do; null where it is not known, or a person may do as they like. */
export interface OutputsWanted {
  readonly lit: boolean | null;
  /** Until when a sound may last, epoch ms; null for none. */
  readonly soundsUntil: number | null;
  /** By the name of the output. */
  readonly relays: Readonly<Record<string, { readonly name: string; readonly on: boolean | null }>>;
}

/** Sounds end a little later than planned: transport and the clocks of devices. */
const soundToleranceMs = 15_000;

/**
 * What is on that should be off, and a light that is dark in a warning, in words for people. Outputs that cannot be read
 * are never at fault.
 */
export function stuckOutputs(reading: OutputReading, wanted: OutputsWanted, now: number): string[] {
  const maySound = wanted.soundsUntil !== null && now <= wanted.soundsUntil + soundToleranceMs;
  return [
    ...(reading.sounding === true && !maySound ? ['It sounds and should be silent.'] : []),
    ...(reading.lit === false && wanted.lit === true ? ['Its light is dark and should be on.'] : []),
    ...(reading.lit === true && wanted.lit === false ? ['Its light is on and should be off.'] : []),
    ...Object.entries(wanted.relays).flatMap(([output, { name, on }]) =>
      reading.relays[output] === true && on === false ? [`Relay ${name} is on and should be off.`] : [],
    ),
  ];
}

export interface UnitHealth {
  readonly enabled: boolean;
  readonly connection: Connection;
  readonly battery: Battery;
  readonly volts: number | null;
  /** What is wrong, in words for people, the worst first. */
  readonly faults: readonly string[];
  /** Whether its place is in delay, or it signals a warning. */
  readonly isInDelay: boolean;
}

/** Why a unit cannot sound now, for people; null when it can. A delay says so. */
export function whyCannotSound({
  enabled,
  connection,
}: Pick<UnitHealth, 'enabled' | 'connection'>): string | null {
  if (!enabled) return 'it is disabled';
  switch (connection) {
    case 'connected':
      return null;
    case 'lost':
      return 'it does not answer';
    case 'scheduled-offline':
      return 'it is offline as planned';
    case 'never':
      return 'it has never answered';
  }
}

/**
 * Battery, connection and whether it can act, in one line for people: 'Connected. Battery healthy (12.6 V).' A unit that
 * cannot sound in a delay says that first.
 */
export function statusText(health: UnitHealth): string {
  const { enabled, connection, battery, volts, faults, isInDelay } = health;
  const cannot = whyCannotSound(health);
  return [
    ...(isInDelay && cannot !== null ? [`Cannot sound: ${cannot}.`] : []),
    enabled ? connectionWords[connection] : 'Disabled.',
    ...(battery === 'unknown' || volts === null ? [] : [`Battery ${battery} (${volts.toFixed(1)} V).`]),
    ...faults,
  ].join(' ');
}

const connectionWords: Readonly<Record<Connection, string>> = {
  connected: 'Connected.',
  lost: 'Connection lost.',
  'scheduled-offline': 'Scheduled Offline.',
  never: 'Never connected.',
};
