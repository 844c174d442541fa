import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

/** Characters of a message that is spoken. */
export const maxSpokenLength = 350;

const alertTime = z.object({
  id: z.string().optional(),
  /** 0 (Sunday) to 6 */
  day: z.number().int(),
  /** 'HH:mm:ss' in the unit's time zone, in steps of 15 minutes. */
  startTime: z.string(),
  /** '00:00:00' is the midnight that ends the day. */
  endTime: z.string(),
  allDay: z.boolean(),
  enabled: z.boolean(),
});

export const sirenSettings = z.object({
  id: z.string(),
  locationName: z.string(),
  enabled: z.boolean(),
  /** Miles: lightning within it sounds the unit. */
  radius: z.number(),
  allClearMinutes: z.number().int(),
  /** Seconds of one play, 5–30 in steps of 5. */
  duration: z.number().int(),
  /** Plays, 1–10, with a second between. */
  frequency: z.number().int(),
  allClearDuration: z.number().int(),
  allClearFrequency: z.number().int(),
  /** Spoken after the signals; empty for nothing. */
  postWarnMessage: z.string(),
  postAllClearMessage: z.string(),
  /** The unit that speaks it; null for none. */
  afterSirenPaId: z.string().nullable(),
  /** A clip of the unit that speaks, instead of the text; empty for none. */
  postWarnClip: z.string(),
  postAllClearClip: z.string(),
  alertTimes: z.array(alertTime),
  timeZoneId: z.string(),
  /** Sounds outside its alert times too. */
  lifeSafety: z.boolean(),
  /** Policies of other kinds that fire the unit too. */
  policyIds: z.array(z.string()),
  /** Hours after which the light goes off while the server or the link is away; null: it stays on. */
  lightOffAfterHours: z.number().int().nullable(),
  /** When the unit is offline as planned, 'HH:mm:ss' in its time zone; null: 5–10 UTC as in every unit. */
  offlineWindow: z.object({ startTime: z.string(), endTime: z.string() }).nullable(),
  publicPage: z.boolean(),
  publicPath: z.string(),
  /** Why the all-clear timer is weaker than guidance; null where it is not. */
  timerNote: z.string().nullable(),
  revision: z.number().int(),
});
export type SirenSettings = z.infer<typeof sirenSettings>;

export const getSirenSettings = defineRoute({
  ...paths.getSirenSettings,
  needs: 'hardware:read',
  summary: 'The settings of an outdoor warning system',
  params: idParams,
  data: sirenSettings,
  failures: [404],
});

export const changeSirenSettings = defineRoute({
  ...paths.changeSirenSettings,
  needs: 'hardware:write',
  summary: 'Changes the settings of an outdoor warning system; what is left out stays as it is',
  body: sirenSettings
    .omit({ locationName: true, enabled: true, timeZoneId: true, publicPath: true, timerNote: true })
    .partial()
    .extend({ id: z.string(), revision: z.number().int().optional() }),
  data: sirenSettings.extend({ message: z.string() }),
  failures: [400, 404, 409],
});

export const listSirens = defineRoute({
  ...paths.listSirens,
  needs: 'hardware:read',
  summary: 'The settings of all outdoor warning systems',
  data: z.array(sirenSettings),
  paged: true,
});
