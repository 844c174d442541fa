import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const kind = z.enum(['watcher', 'decision-maker']);
const standIn = z.object({
  userId: z.string().max(100),
  /** 0 Sunday – 6 Saturday. */
  weekdays: z.array(z.number().int()).max(7),
  /** 'HH:mm' by the clock of the place; an end before the start is on the next day. */
  startsAt: z.string().max(5),
  endsAt: z.string().max(5),
});
const duty = z.object({
  /** Who has it when no stand-in does; null for nobody. */
  userId: z.string().max(100).nullable(),
  /** In their order: of those whose times overlap the first has it. */
  standIns: z.array(standIn).max(100),
});

export const placeDuties = z.object({
  organizationLocationId: z.string(),
  organizationLocationName: z.string(),
  timeZone: z.string(),
  /** Who has each duty now; none while the place has no duties. */
  onDuty: z.array(
    z.object({
      kind,
      /** Null for nobody. */
      name: z.string().nullable(),
      /** For those who may change duties: why messages do not arrive; null where nothing is wrong. */
      fault: z.string().nullable(),
    }),
  ),
  /** For those who may change them; null for others. */
  watcher: duty.nullable(),
  decisionMaker: duty.nullable(),
  revision: z.number().int(),
});
export type PlaceDuties = z.infer<typeof placeDuties>;

export const listOnDuty = defineRoute({
  ...paths.listOnDuty,
  needs: 'organization-locations:read',
  summary: 'Who watches and who decides now, at every place that has duties; null for nobody',
  data: z.array(
    z.object({
      organizationLocationId: z.string(),
      watcher: z.string().nullable(),
      decisionMaker: z.string().nullable(),
    }),
  ),
});

const params = z.object({ id: z.string() });

export const getDuties = defineRoute({
  ...paths.getDuties,
  needs: 'organization-locations:read',
  summary: 'Who watches and who decides at a place now',
  params,
  data: placeDuties,
  failures: [404],
});

export const saveDuties = defineRoute({
  ...paths.saveDuties,
  needs: 'duties:write',
  summary: 'Sets who watches and who decides at a place, with stand-ins by weekly times',
  params,
  body: z.object({ watcher: duty, decisionMaker: duty, revision: z.number().int().optional() }),
  data: placeDuties,
  failures: [400, 404, 409],
});

export const listDutyFaults = defineRoute({
  ...paths.listDutyFaults,
  needs: 'duties:write',
  summary: 'The places where somebody on duty is not reached, or nobody is on duty',
  data: z.array(
    z.object({
      organizationLocationId: z.string(),
      organizationLocationName: z.string(),
      kind,
      name: z.string().nullable(),
      fault: z.string(),
    }),
  ),
});
