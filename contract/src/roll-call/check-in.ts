import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { entryTimes, ownCheckIn } from './roll-call.ts';

/** What the code of a shelter opens: the open roll-call of its place, without a name and without a count. */
export const checkIn = z.object({
  rollCallId: z.string(),
  organizationLocationName: z.string(),
  isDrill: z.boolean(),
  startedUtc: z.string(),
  /** Null while it is open. */
  endedUtc: z.string().nullable(),
  /** The shelter of the code. */
  shelter: z.object({ id: z.string(), name: z.string() }),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What counts of the device that checked in; null without a check-in, and in the answer to a GET. */
  own: ownCheckIn.nullable(),
});
export type CheckIn = z.infer<typeof checkIn>;

/** `Bearer CODE`; an address would be in logs. Case and hyphens do not matter. */
const headers = z.object({ authorization: z.string().optional() });

export const getCheckIn = defineRoute({
  ...paths.getCheckIn,
  needs: 'public',
  summary:
    'The roll-call that the code of a shelter opens; the code is in the Authorization header. It changes nothing',
  headers,
  data: checkIn,
  failures: [404, 429],
});

export const checkInByCode = defineRoute({
  ...paths.checkInByCode,
  needs: 'public',
  summary: 'Checks people in at the shelter of the code, without an account; the newest of a device counts',
  headers,
  body: z.object({
    ...entryTimes,
    /**
     * The roll-call that was open at the press, from `getCheckIn`; null where the phone was offline then: it is the one
     * that was open when the entry was made.
     */
    rollCallId: z.string().nullable().default(null),
    /** Made by the browser for this roll-call. */
    deviceKey: z.uuid(),
    groupId: z.string().nullable().default(null),
    /** 1–500. */
    people: z.number().int(),
  }),
  data: checkIn,
  failures: [400, 404, 409, 429],
});
