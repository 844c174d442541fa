import { z } from 'zod';
import { defineRoute, latitude, longitude, numberText } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * A monitored place of one user (spec 1 section 3). Radii are miles; 0 switches a zone off. `type` 1 cannot
 * be renamed or deleted.
 */
export const location = z.object({
  id: z.string(),
  userId: z.string(),
  label: z.string(),
  locationName: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radius1: z.number(),
  radius2: z.number(),
  radius3: z.number(),
  radius4: z.number(),
  allClearMinutes: z.number(),
  flags: z.number().int(),
  forecastLocation: z.boolean(),
  usesNewPolicy: z.boolean(),
  organizationLocationId: z.string().nullable(),
  type: z.number().int(),
  /** IANA time zone of the place. */
  timeZone: z.string(),
  /** What lightning policies of the organization lock; the fields above are as saved. */
  policy: z.object({
    lockedZones: z.array(z.number().int()),
    timerLocked: z.boolean(),
    /** The saved values differ from the policies; what is watched is `effective`, and saving applies it. */
    overwritten: z.boolean(),
    effective: z.object({
      radius1: z.number(),
      radius2: z.number(),
      radius3: z.number(),
      radius4: z.number(),
      allClearMinutes: z.number(),
    }),
  }),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type Location = z.infer<typeof location>;

/** A bit mask of 31 bits. */
const flags = z.number().int().min(0).max(0x7fffffff);

/**
 * What a client sends to add or change a location. The rules that span fields (zones in order, timer steps,
 * the fourth zone's entitlement) are domain rules and answered as field errors by the server.
 */
export const locationForm = z.object({
  label: z.string(),
  locationName: z.string().default(''),
  latitude,
  longitude,
  radius1: z.number().default(10),
  radius2: z.number().default(0),
  radius3: z.number().default(0),
  radius4: z.number().default(0),
  allClearMinutes: z.number().default(30),
  flags: flags.default(0),
  forecastLocation: z.boolean().default(false),
  organizationLocationId: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
});

export type LocationForm = z.input<typeof locationForm>;

/** A change names the location and the fields to change; what it leaves out stays as it is. */
export const locationUpdate = z.object({
  id: z.string(),
  label: z.string().optional(),
  locationName: z.string().optional(),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  radius1: z.number().optional(),
  radius2: z.number().optional(),
  radius3: z.number().optional(),
  radius4: z.number().optional(),
  allClearMinutes: z.number().optional(),
  flags: flags.optional(),
  forecastLocation: z.boolean().optional(),
  organizationLocationId: z.string().nullable().optional(),
  /** What the change is based on: when it is not the current one the change is refused (409). */
  revision: z.number().int().optional(),
});

export type LocationUpdate = z.infer<typeof locationUpdate>;

/** A message for people and the current location: on request, and always after an update. */
const written = z.object({ id: z.string(), message: z.string() }).and(location.partial());

const idParams = z.object({ id: z.string() });

export const listLocations = defineRoute({
  ...paths.listLocations,
  needs: 'locations:read',
  forDisplays: true,
  summary: 'The signed-in user’s locations',
  data: z.array(location),
  paged: true,
});

export const listUserLocations = defineRoute({
  ...paths.listUserLocations,
  needs: 'locations:read',
  summary:
    'The locations of a user of the same organization; with the header NotificationOnlyUser, of one who only receives notifications',
  params: z.object({ userId: z.string() }),
  headers: z.object({ notificationonlyuser: z.string().optional() }),
  data: z.array(location),
  paged: true,
  failures: [403, 404],
});

export const addLocation = defineRoute({
  ...paths.addLocation,
  needs: 'locations:write',
  summary:
    'Adds a location; with the header ReturnLocation the answer holds the whole location, otherwise its id and a message',
  headers: z.object({ returnlocation: z.string().optional() }),
  body: locationForm,
  data: written,
  failures: [400, 404, 409],
});

export const updateLocation = defineRoute({
  ...paths.updateLocation,
  needs: 'locations:write',
  summary: 'Changes a location; what the body leaves out stays',
  body: locationUpdate,
  data: written,
  failures: [400, 404, 409],
});

export const updateForecastLocation = defineRoute({
  ...paths.updateForecastLocation,
  needs: 'locations:write',
  summary: 'Makes an own location the one whose daily forecast the caller receives, in place of any other',
  params: idParams,
  body: z.object({ revision: z.number().int().optional() }).nullish(),
  data: written,
  failures: [403, 404, 409],
});

/**
 * An organization location of a user. Name, address and position are those of the organization location;
 * radii and timer of a new one are those of preloaded locations where they are left out.
 */
const userLocation = locationUpdate
  .pick({
    label: true,
    radius1: true,
    radius2: true,
    radius3: true,
    radius4: true,
    allClearMinutes: true,
    flags: true,
    forecastLocation: true,
    revision: true,
  })
  .extend({ organizationLocationId: z.string() });

export type UserLocation = z.infer<typeof userLocation>;

export const saveUserLocations = defineRoute({
  ...paths.saveUserLocations,
  needs: 'users:write',
  summary:
    'Replaces the organization locations of a user: those that the list leaves out are removed, custom locations stay',
  params: z.object({ userId: z.string() }),
  body: z.array(userLocation).max(500),
  data: z.object({ message: z.string(), locations: z.array(location) }),
  failures: [400, 403, 404, 409],
});

export const deleteLocation = defineRoute({
  ...paths.deleteLocation,
  needs: 'locations:write',
  summary: 'Deletes a location',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404, 409],
});

export const hasCoverage = defineRoute({
  ...paths.hasCoverage,
  needs: 'locations:read',
  summary: 'Which feeds cover a point',
  params: z.object({ lat: numberText.pipe(latitude), lon: numberText.pipe(longitude) }),
  data: z.object({ hasCoverage: z.boolean(), lightning: z.array(z.string()) }),
  failures: [400],
});
