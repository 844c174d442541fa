import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * Which of a person's devices shares its position, and when its newest position was taken. The position itself is
 * never sent back.
 */
const sharing = z.object({
  /** The id that the device chose for itself; null when none shares. */
  deviceId: z.string().nullable(),
  /** Null while no position of the last 15 minutes is known. */
  takenUtc: z.string().nullable(),
});

export const getPosition = defineRoute({
  ...paths.getPosition,
  needs: 'geofence.alerts.access',
  refusesImpersonation: true,
  summary: 'Which device of the caller shares its position, and when it last did; not where it is',
  data: sharing,
});

export const sharePosition = defineRoute({
  ...paths.sharePosition,
  needs: 'geofence.alerts.access',
  refusesImpersonation: true,
  summary:
    'Stores the newest position of the caller in place of the last one, for 15 minutes; 409 without an Alert Mode with geofence, or while another device shares',
  body: z.object({
    deviceId: z.uuid(),
    /** Degrees. */
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    /** Radius of the circle in which the device is, meters. */
    accuracyMeters: z.number().min(0).max(50_000_000),
    /** Seconds since the position was taken. */
    ageSeconds: z.number().min(0).max(900),
    /** This device shares from now on, and no other one. */
    takesOver: z.boolean().default(false),
  }),
  data: sharing,
  failures: [400, 409],
});

export const removePosition = defineRoute({
  ...paths.removePosition,
  needs: 'signed-in',
  refusesImpersonation: true,
  summary: 'Ends the sharing and deletes the position; with a device only if that device shares',
  query: z.object({ deviceId: z.uuid().optional() }),
  data: z.object({ message: z.string() }),
  failures: [400],
});
