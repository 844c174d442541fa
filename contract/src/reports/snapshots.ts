import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './export-paths.ts';
import { exportRange } from './exports.ts';

export const snapshotReasons = ['warning-started', 'warning-ended', 'scheduled', 'person'] as const;
export type SnapshotReason = (typeof snapshotReasons)[number];

export const snapshotNoteMax = 500;
export const snapshotSchedulesMax = 50;

const value = z.number().nullable();

/** What a station said; null where it said nothing. Units are in the names. */
export const snapshotValues = z.object({
  temperatureF: value,
  feelsLikeF: value,
  heatIndexF: value,
  windChillF: value,
  wbgtF: value,
  /** Whether the station measured WBGT, or it was estimated from what it measured; null without a value. */
  wbgtSource: z.enum(['measured', 'estimated']).nullable(),
  humidityPct: value,
  dewPointF: value,
  windMph: value,
  gustMph: value,
  /** Where the wind comes from. */
  windDirectionDeg: value,
  pressureInHg: value,
  solarWm2: value,
  rainLastHourIn: value,
  /** Since local midnight, of stations that count it. */
  rainTodayIn: value,
  pm25Ugm3: value,
  pm10Ugm3: value,
  pm25Aqi: value,
  pm10Aqi: value,
});
export type SnapshotValues = z.infer<typeof snapshotValues>;

export const conditionSnapshot = z.object({
  id: z.string(),
  weatherStationId: z.string(),
  /** The instant that it is of. */
  at: z.string(),
  reason: z.enum(snapshotReasons),
  warningId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  /** The policy of the warning, or the practice; empty where there is none. */
  cause: z.string(),
  /** Of the person who took it; empty without one. */
  note: z.string(),
  /** Who took it; null for one that was taken by itself. */
  takenBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When the station's newest report was measured; null when it had been silent for a day. */
  observedAt: z.string().nullable(),
  /** How old that report was at the instant, seconds. */
  ageSeconds: z.number().int().nullable(),
  /** The report was too old to be of the instant, or there was none: all values are null. */
  stale: z.boolean(),
  values: snapshotValues,
});
export type ConditionSnapshot = z.infer<typeof conditionSnapshot>;

const weekdays = z
  .array(z.number().int().min(0).max(6))
  .min(1, 'Choose at least one day')
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'Days must be different');

/** When snapshots are taken: weekly by the clock of the station, or before each practice at its place. */
export const snapshotRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('weekly'),
    /** 0 Sunday to 6 Saturday. */
    weekdays,
    /** 'HH:mm'. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be a time like 15:30'),
  }),
  z.object({
    kind: z.literal('before-practice'),
    /** Before the start of each practice. */
    minutes: z
      .number()
      .int('Minutes must be a whole number')
      .min(0, 'Minutes must be between 0 and 240')
      .max(240, 'Minutes must be between 0 and 240'),
  }),
]);
export type SnapshotRule = z.infer<typeof snapshotRule>;

export const snapshotSchedule = z.object({
  id: z.string(),
  weatherStationId: z.string(),
  rule: snapshotRule,
  /** When the next one is taken; null where no practice is near. */
  nextAt: z.string().nullable(),
  revision: z.number().int(),
});
export type SnapshotSchedule = z.infer<typeof snapshotSchedule>;

const ofStation = z.object({ weatherStationId: z.string().max(100) });
const byId = z.object({ id: z.string().max(100) });

export const listConditionSnapshots = defineRoute({
  ...paths.listConditionSnapshots,
  needs: 'observations:read',
  summary: 'What a weather station said at instants that the organization keeps, newest first',
  params: ofStation,
  query: exportRange,
  data: z.array(conditionSnapshot),
  paged: true,
  failures: [400, 404],
});

export const addConditionSnapshot = defineRoute({
  ...paths.addConditionSnapshot,
  needs: 'observations:read',
  summary: 'Keeps what a weather station says now, with a note',
  params: ofStation,
  body: z.object({
    note: z.string().max(snapshotNoteMax, `Note can be at most ${snapshotNoteMax} characters`).default(''),
  }),
  data: z.object({ message: z.string(), snapshot: conditionSnapshot }),
  failures: [400, 404],
});

export const listSnapshotSchedules = defineRoute({
  ...paths.listSnapshotSchedules,
  needs: 'observations:read',
  summary: 'When snapshots of a weather station are taken by themselves',
  params: ofStation,
  data: z.array(snapshotSchedule),
  failures: [404],
});

export const addSnapshotSchedule = defineRoute({
  ...paths.addSnapshotSchedule,
  needs: 'stations:write',
  summary: 'Adds a time at which snapshots of a weather station are taken',
  body: z.object({ weatherStationId: z.string().max(100), rule: snapshotRule }),
  data: z.object({ message: z.string(), schedule: snapshotSchedule }),
  failures: [400, 404, 409],
});

export const changeSnapshotSchedule = defineRoute({
  ...paths.changeSnapshotSchedule,
  needs: 'stations:write',
  summary: 'Changes a time at which snapshots are taken',
  params: byId,
  body: z.object({
    rule: snapshotRule,
    /** What the change is based on: when it is not the current one the change is refused (409). */
    revision: z.number().int().optional(),
  }),
  data: z.object({ message: z.string(), schedule: snapshotSchedule }),
  failures: [400, 404, 409],
});

export const deleteSnapshotSchedule = defineRoute({
  ...paths.deleteSnapshotSchedule,
  needs: 'stations:write',
  summary: 'Ends a time at which snapshots are taken; what was taken stays',
  params: byId,
  data: z.object({ message: z.string() }),
  failures: [404],
});
