import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Units that one request may test. */
export const maxTestedUnits = 100;

const units = z.object({
  ids: z.array(z.string().max(100)).min(1, 'Choose at least one unit').max(maxTestedUnits),
});

/** What became of one unit. */
const unitAnswer = z.object({
  id: z.string(),
  name: z.string(),
  ok: z.boolean(),
  /** What began, or why nothing did. */
  message: z.string(),
});

const begun = z.object({
  units: z.array(unitAnswer),
  /** Seconds of the bar: the longest of the units that began. */
  seconds: z.number(),
  message: z.string(),
});
export type BegunTests = z.infer<typeof begun>;

const failures = [400, 403, 404, 409] as const;

export const testSirenDelay = defineRoute({
  ...paths.testSirenDelay,
  needs: 'hardware:operate',
  summary:
    'Tests the warning signal: sound ends with the bar, light and state go on until stopped, at most 15 minutes. 409 when no unit could begin, because its place is in delay, held or unknown, or it is disabled',
  body: units,
  data: begun,
  failures,
});

export const testSirenAllClear = defineRoute({
  ...paths.testSirenAllClear,
  needs: 'hardware:operate',
  summary: 'Tests the all-clear signal, which ends by itself',
  body: units,
  data: begun,
  failures,
});

export const testSirenLight = defineRoute({
  ...paths.testSirenLight,
  needs: 'hardware:operate',
  summary: 'Switches the light on until the test is stopped, at most 15 minutes',
  body: units,
  data: begun,
  failures,
});

export const stopSirenTests = defineRoute({
  ...paths.stopSirenTests,
  needs: 'hardware:operate',
  summary: 'Stops the tests of units: sound ends and the light goes dark unless a real delay is on',
  body: units,
  data: z.object({ units: z.array(unitAnswer), message: z.string() }),
  failures,
});

export const drillSirens = defineRoute({
  ...paths.drillSirens,
  needs: 'hardware:operate',
  summary:
    'A drill: the whole chain of warning and all clear, marked as a drill everywhere; touches no real state',
  body: units.extend({
    /** Real units sound on live weather only, and each has to be named here once more. */
    confirmedIds: z.array(z.string().max(100)).max(maxTestedUnits),
    /** Minutes from the warning signal to the all-clear signal. */
    minutes: z.number().int().min(1).max(15).default(2),
  }),
  data: begun,
  failures,
});

/** What sounds or may sound now, for the button on every page. */
export const sounding = z.object({
  units: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      locationName: z.string(),
      /** When its last play ends at the latest. */
      endsUtc: z.string(),
      isTest: z.boolean(),
      mayOperate: z.boolean(),
    }),
  ),
});
export type Sounding = z.infer<typeof sounding>;

export const getSounding = defineRoute({
  ...paths.getSounding,
  needs: 'hardware:read',
  summary: 'The units that sound now',
  data: sounding,
});

export const stopSound = defineRoute({
  ...paths.stopSound,
  needs: 'hardware:operate',
  summary:
    'Stops sound and speech of all units that sound (or of those named); light and delay stay as they are',
  body: z.object({ ids: z.array(z.string().max(100)).max(2_000).optional() }),
  data: z.object({ units: z.array(unitAnswer), message: z.string() }),
  failures: [403, 404, 409],
});

/** A test that is repeated: every week on `weekday`, or every month on its first such day. */
export const sirenSchedule = z.object({
  id: z.string(),
  hardwareId: z.string(),
  hardwareName: z.string(),
  /** `communication`: a silent check that the unit answers. */
  kind: z.enum(['delay', 'all-clear', 'light', 'communication']),
  every: z.enum(['week', 'month']),
  /** 0 (Sunday) to 6 */
  weekday: z.number().int(),
  /** 'HH:mm:ss' in the unit's time zone. */
  time: z.string(),
  nextUtc: z.string(),
  lastDoneUtc: z.string().nullable(),
  /** Why the last one was skipped, and when it is tried again; null where it was done. */
  skipped: z.string().nullable(),
  isOverdue: z.boolean(),
  revision: z.number().int(),
});
export type SirenSchedule = z.infer<typeof sirenSchedule>;

const scheduleForm = z.object({
  hardwareId: z.string().max(100),
  kind: z.enum(['delay', 'all-clear', 'light', 'communication']),
  every: z.enum(['week', 'month']),
  weekday: z.number().int().min(0).max(6),
  time: z.string().max(8),
});
const scheduleAnswer = sirenSchedule.extend({ message: z.string() });

export const listSirenSchedules = defineRoute({
  ...paths.listSirenSchedules,
  needs: 'hardware:read',
  summary: 'The scheduled tests',
  data: z.array(sirenSchedule),
  paged: true,
});

export const addSirenSchedule = defineRoute({
  ...paths.addSirenSchedule,
  needs: 'hardware:write',
  summary: 'Schedules a test of a unit',
  body: scheduleForm,
  data: scheduleAnswer,
  failures: [400, 404, 409],
});

export const changeSirenSchedule = defineRoute({
  ...paths.changeSirenSchedule,
  needs: 'hardware:write',
  summary: 'Changes a scheduled test; what is left out stays as it is',
  body: scheduleForm.omit({ hardwareId: true }).partial().extend({
    id: z.string(),
    revision: z.number().int().optional(),
  }),
  data: scheduleAnswer,
  failures: [400, 404, 409],
});

export const deleteSirenSchedule = defineRoute({
  ...paths.deleteSirenSchedule,
  needs: 'hardware:write',
  summary: 'Removes a scheduled test',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

export const getSirenCalendar = defineRoute({
  ...paths.getSirenCalendar,
  needs: 'hardware:read',
  summary: 'The planned tests of the next 90 days as iCalendar (text/calendar)',
  data: z.unknown(),
});
