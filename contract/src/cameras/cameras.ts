import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const cameraKinds = ['jpeg', 'mjpeg', 'hls', 'rtsp', 'simulated'] as const;
export type CameraKind = (typeof cameraKinds)[number];

/** How a share link may last, hours. */
export const maxCameraLinkHours = 72;
/** Months of logs that can be asked for: the current one is 0. */
export const logMonths = 6;

/** A camera as those who watch see it: no address, no credentials. */
export const camera = z.object({
  id: z.string(),
  name: z.string(),
  customerId: z.string(),
  kind: z.enum(cameraKinds),
  /** Every picture of it is made up. */
  simulated: z.boolean(),
  organizationLocationId: z.string().nullable(),
  organizationLocationName: z.string().nullable(),
  /** What keeps it from being watched on this installation, for people; null when nothing is known. */
  problem: z.string().nullable(),
  revision: z.number().int(),
});
export type Camera = z.infer<typeof camera>;

/** For those who set it up. The password is never given back. */
export const cameraSettings = camera.extend({
  /** Without credentials. Of a simulated one its protocol: jpeg, mjpeg, hls, rtsp, or empty for none. */
  address: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
});
export type CameraSettings = z.infer<typeof cameraSettings>;

export const cameraForm = z.object({
  name: z.string(),
  kind: z.enum(cameraKinds),
  address: z.string().default(''),
  username: z.string().default(''),
  /** Left out keeps the stored one, empty removes it. */
  password: z.string().optional(),
  organizationLocationId: z.string().nullable().default(null),
});
export type CameraForm = z.input<typeof cameraForm>;

/** A view, from its first picture to its last. */
export const cameraLog = z.object({
  id: z.string(),
  cameraFeedName: z.string(),
  /** Of a share link: who made it, with the link's name. */
  userName: z.string(),
  /** UTC. */
  start: z.string(),
  /** Whole seconds, in the month that was asked for. */
  duration: z.number().int(),
  /** It goes on. */
  open: z.boolean(),
});
export type CameraLog = z.infer<typeof cameraLog>;

export const consumedMinutes = z.object({
  /** This calendar month in the organization's time zone, by all together; seconds / 60, rounded down. */
  consumedMinutes: z.number().int(),
  consumedSeconds: z.number().int(),
  /** A month; null where none is set, which is no camera; 0 is used up. */
  allowedMinutes: z.number().int().nullable(),
  usedUp: z.boolean(),
  /** When the next month begins, UTC, and the zone in which it does. */
  nextMonthUtc: z.string(),
  timeZone: z.string(),
  /** Whether share links are switched on. */
  sharing: z.boolean(),
});
export type ConsumedMinutes = z.infer<typeof consumedMinutes>;

const usage = z.object({ name: z.string(), seconds: z.number().int() });
export const cameraUsage = z.object({
  /** 'YYYY-MM' in the organization's time zone. */
  month: z.string(),
  allowedMinutes: z.number().int().nullable(),
  consumedSeconds: z.number().int(),
  /** The longest first. */
  byCamera: z.array(usage),
  byUser: z.array(usage),
});
export type CameraUsage = z.infer<typeof cameraUsage>;

/** Lets somebody without an account watch one camera for some hours. Its token is shown once. */
export const cameraLink = z.object({
  id: z.string(),
  name: z.string(),
  cameraId: z.string(),
  cameraName: z.string(),
  createdBy: z.string(),
  createdUtc: z.string(),
  expiresUtc: z.string(),
  expired: z.boolean(),
  /** How often it was opened, and how long was watched by it. */
  views: z.number().int(),
  seconds: z.number().int(),
  lastUsedUtc: z.string().nullable(),
});
export type CameraLink = z.infer<typeof cameraLink>;

const needs = 'live_camera.access';
const customerParams = z.object({ customerId: z.string() });
const idParams = z.object({ id: z.string() });
const monthQuery = z.object({
  monthOffset: z.coerce
    .number()
    .int()
    .min(0)
    .max(logMonths - 1)
    .default(0),
});

export const listAllCameras = defineRoute({
  ...paths.listAllCameras,
  needs,
  summary: 'All cameras of the organization, for Super Admins',
  data: z.array(camera),
  failures: [403],
});

export const listCameras = defineRoute({
  ...paths.listCameras,
  needs,
  summary: 'The cameras that one may watch: an Assistant Admin those of places of the own group',
  params: customerParams,
  data: z.array(camera),
  failures: [404],
});

export const getConsumedMinutes = defineRoute({
  ...paths.getConsumedMinutes,
  needs,
  summary: 'How much of this month’s allowance is used',
  params: customerParams,
  data: consumedMinutes,
  failures: [404],
});

export const listCameraLogs = defineRoute({
  ...paths.listCameraLogs,
  needs,
  summary: 'Who watched which camera when in a month, newest first; 0 is the current month',
  params: customerParams,
  query: monthQuery,
  data: z.array(cameraLog),
  paged: true,
  failures: [400, 404],
});

export const getCameraUsage = defineRoute({
  ...paths.getCameraUsage,
  needs,
  summary: 'What was watched in a month: in all, by camera and by person',
  params: customerParams,
  query: monthQuery,
  data: cameraUsage,
  failures: [400, 404],
});

export const getCameraSettings = defineRoute({
  ...paths.getCameraSettings,
  needs: 'cameras:write',
  summary: 'A camera with its address, without its password',
  params: idParams,
  data: cameraSettings,
  failures: [404],
});

export const addCamera = defineRoute({
  ...paths.addCamera,
  needs: 'cameras:write',
  summary: 'Adds a camera',
  body: cameraForm,
  data: cameraSettings,
  failures: [400, 404],
});

export const changeCamera = defineRoute({
  ...paths.changeCamera,
  needs: 'cameras:write',
  summary: 'Changes a camera; those who watch it are connected anew when its address changed',
  params: idParams,
  body: cameraForm.extend({ revision: z.number().int().optional() }),
  data: cameraSettings,
  failures: [400, 404, 409],
});

export const deleteCamera = defineRoute({
  ...paths.deleteCamera,
  needs: 'cameras:write',
  summary: 'Deletes a camera; its logs stay',
  params: idParams,
  data: z.object({ id: z.string() }),
  failures: [404],
});

export const checkCamera = defineRoute({
  ...paths.checkCamera,
  needs: 'cameras:write',
  summary: 'Opens the camera until its first picture and says what happened; counts for no allowance',
  params: idParams,
  data: z.object({ works: z.boolean(), message: z.string() }),
  failures: [404],
});

export const listCameraLinks = defineRoute({
  ...paths.listCameraLinks,
  needs: 'cameras:write',
  summary: 'Share links that were not revoked, newest first',
  data: z.array(cameraLink),
  paged: true,
});

export const addCameraLink = defineRoute({
  ...paths.addCameraLink,
  needs: 'cameras:write',
  refusesImpersonation: true,
  summary: 'Makes a share link; its token is shown only now. Refused while sharing is switched off',
  body: z.object({
    name: z.string().trim().min(1).max(100),
    cameraId: z.string(),
    hours: z.number().int().min(1).max(maxCameraLinkHours),
  }),
  data: cameraLink.extend({ token: z.string() }),
  failures: [400, 404, 409],
});

export const deleteCameraLink = defineRoute({
  ...paths.deleteCameraLink,
  needs: 'cameras:write',
  summary: 'Revokes a share link: its viewers end within two seconds',
  params: idParams,
  data: z.object({ id: z.string() }),
  failures: [404],
});

export const setCameraSharing = defineRoute({
  ...paths.setCameraSharing,
  needs: 'cameras:write',
  summary: 'Switches share links on or off; off ends those that exist',
  body: z.object({ sharing: z.boolean() }),
  data: z.object({ sharing: z.boolean() }),
});

export const openCameraLink = defineRoute({
  ...paths.openCameraLink,
  needs: 'public',
  summary: 'What a share link shows; its token is in the body so that no log holds it',
  body: z.object({ token: z.string().max(200) }),
  data: z.object({
    cameraId: z.string(),
    cameraName: z.string(),
    organizationName: z.string(),
    simulated: z.boolean(),
    expiresUtc: z.string(),
  }),
  failures: [404],
});
