import { z } from 'zod';
import { defineRoute } from './route.ts';

const metric = z.enum(['WBGT', 'Temperature', 'Heat Index']);
const entry = z.object({ id: z.string(), name: z.string() });
const modifier = z.object({ ...entry.shape, /** °F that it counts as. */ adjustment: z.number() });
const matrix = z.object({
  workRestIntensityId: z.string(),
  /** °F up to and including which the band holds; null without an end. */
  max: z.number().nullable(),
  /** Part of the hour, 0 to 1; null where the guidance restricts work without giving a figure. */
  workPercent: z.number().nullable(),
  /** What the guidance asks besides. */
  advice: z.string().optional(),
});

/**
 * A work/rest profile (spec 1 section 3), with where it comes from. Published profiles have ids that are
 * words, an organisation's own have UUIDs.
 */
export const workRestProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** Whom the figures are by; null for an organisation's own. */
  source: z.string().nullable(),
  isPublished: z.boolean(),
  /** A proposal and not law. */
  proposed: z.boolean(),
  primaryMetric: metric,
  durationUnit: z.literal('Hour'),
  customStopText: z.string().nullable(),
  customContinuousText: z.string().nullable(),
  useRiskProfile: z.boolean(),
  riskProfileId: z.string().nullable(),
  intensities: z.array(entry),
  modifiers: z.array(modifier),
  matrices: z.array(matrix),
  /** Grows with each change; 0 for published ones, which never change. */
  revision: z.number().int(),
});
export type WorkRestProfile = z.infer<typeof workRestProfile>;

const riskLevel = z.object({
  id: z.string(),
  name: z.string(),
  riskProfileId: z.string(),
  description: z.string(),
  max: z.number().nullable(),
  color: z.string(),
  colorSecondary: z.string(),
});

/**
 * A risk profile (spec 1 section 3). A level is the first one, sorted by `max`, whose `max` is at least the
 * value.
 */
export const riskProfile = z.object({
  id: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  isPublished: z.boolean(),
  metric,
  riskLevels: z.array(riskLevel),
  revision: z.number().int(),
});
export type RiskProfile = z.infer<typeof riskProfile>;

/**
 * Which profile holds at a location: `location` was chosen for it, `organization` is the organisation's
 * default, and `usual` means that nobody has chosen: it is the product's and is to be shown as that.
 */
export const workRestAtLocation = z.object({
  ...workRestProfile.shape,
  chosenFor: z.enum(['location', 'organization', 'usual']),
});
export type WorkRestAtLocation = z.infer<typeof workRestAtLocation>;

export const getWorkRest = defineRoute({
  method: 'GET',
  path: 'WorkRest/ForLocation/:organizationLocationId',
  needs: 'observations:read',
  summary: 'The work/rest profile that holds at an organisation location, and who chose it',
  params: z.object({ organizationLocationId: z.string() }),
  data: workRestAtLocation,
  failures: [404],
});
export const getRiskProfile = defineRoute({
  method: 'GET',
  path: 'RiskProfile/:id',
  needs: 'observations:read',
  summary: 'A risk profile',
  params: z.object({ id: z.string() }),
  data: riskProfile,
  failures: [404],
});
export const listRiskProfiles = defineRoute({
  method: 'GET',
  path: 'RiskProfile',
  needs: 'heat-profiles:read',
  summary: 'The published risk profiles and the organisation’s own',
  data: z.array(riskProfile),
});
export const listWorkRestProfiles = defineRoute({
  method: 'GET',
  path: 'WorkRest/Profiles',
  needs: 'heat-profiles:read',
  summary: 'The published work/rest profiles and the organisation’s own',
  data: z.array(workRestProfile),
});

const choice = z.object({
  /** Null: the organisation's default. */
  organizationLocationId: z.string().nullable(),
  /** Null: nothing was chosen. */
  profileId: z.string().nullable(),
  /** What the change is based on: when it is not the current one the change is refused (409). */
  revision: z.number().int().optional(),
});
export const workRestChoices = z.object({
  /** What holds where nothing was chosen at all. */
  usualProfileId: z.string(),
  defaultProfileId: z.string().nullable(),
  /** Of the default; 0 while it was never chosen. */
  defaultRevision: z.number().int().optional(),
  /** Every organisation location, by name. */
  locations: z.array(
    z.object({
      organizationLocationId: z.string(),
      name: z.string(),
      profileId: z.string().nullable(),
      revision: z.number().int().optional(),
    }),
  ),
});
export type WorkRestChoices = z.infer<typeof workRestChoices>;
export const listWorkRestChoices = defineRoute({
  method: 'GET',
  path: 'WorkRest/Choices',
  needs: 'heat-profiles:read',
  summary: 'Which profile the organisation and each of its locations chose',
  data: workRestChoices,
});
export const saveWorkRestChoice = defineRoute({
  method: 'POST',
  path: 'WorkRest/Choices',
  needs: 'heat-profiles:write',
  summary: 'Choose the profile of an organisation location, or the default; null takes a choice back',
  body: choice,
  data: z.object({ message: z.string(), choices: workRestChoices }),
  failures: [400, 404, 409],
});

/** Length limits are checked with the other rules, in their words. */
const profileForm = z.object({
  name: z.string(),
  primaryMetric: metric,
  customStopText: z.string().nullable().default(null),
  customContinuousText: z.string().nullable().default(null),
  useRiskProfile: z.boolean().default(false),
  riskProfileId: z.string().nullable().default(null),
  intensities: z.array(entry).max(50),
  modifiers: z.array(modifier).max(100).default([]),
  matrices: z.array(matrix).max(500),
});
export type WorkRestForm = z.input<typeof profileForm>;
const riskForm = z.object({
  name: z.string(),
  metric,
  riskLevels: z.array(riskLevel.omit({ riskProfileId: true })).max(100),
});

/**
 * A change says which revision it is based on; when somebody else changed the profile meanwhile it is refused
 * (409).
 */
const change = { id: z.string(), revision: z.number().int() };
const deleted = z.object({ id: z.string(), message: z.string() });
const savedProfile = z.object({ id: z.string(), message: z.string(), profile: workRestProfile });
const savedRisk = z.object({ id: z.string(), message: z.string(), riskProfile });

export const addWorkRestProfile = defineRoute({
  method: 'POST',
  path: 'WorkRest/Profiles',
  needs: 'heat-profiles:write',
  summary: 'Add a work/rest profile of the organisation’s own',
  body: profileForm,
  data: savedProfile,
  failures: [400],
});
export const updateWorkRestProfile = defineRoute({
  method: 'PATCH',
  path: 'WorkRest/Profiles',
  needs: 'heat-profiles:write',
  summary: 'Replace what an own work/rest profile says',
  body: z.object({ ...change, ...profileForm.shape }),
  data: savedProfile,
  failures: [400, 404, 409],
});
export const deleteWorkRestProfile = defineRoute({
  method: 'DELETE',
  path: 'WorkRest/Profiles/:id',
  needs: 'heat-profiles:write',
  summary: 'Remove an own work/rest profile that nothing uses',
  params: z.object({ id: z.string() }),
  data: deleted,
  failures: [404, 409],
});
export const addRiskProfile = defineRoute({
  method: 'POST',
  path: 'RiskProfile',
  needs: 'heat-profiles:write',
  summary: 'Add a risk profile of the organisation’s own',
  body: riskForm,
  data: savedRisk,
  failures: [400],
});
export const updateRiskProfile = defineRoute({
  method: 'PATCH',
  path: 'RiskProfile',
  needs: 'heat-profiles:write',
  summary: 'Replace what an own risk profile says',
  body: z.object({ ...change, ...riskForm.shape }),
  data: savedRisk,
  failures: [400, 404, 409],
});
export const deleteRiskProfile = defineRoute({
  method: 'DELETE',
  path: 'RiskProfile/:id',
  needs: 'heat-profiles:write',
  summary: 'Remove an own risk profile that nothing uses',
  params: z.object({ id: z.string() }),
  data: deleted,
  failures: [404, 409],
});

const valued = z.object({ value: z.number().nullable(), unit: z.string() });
/**
 * What was observed or is forecast at one instant (spec 1 section 3, the heat card's observation, which
 * spells WBGT right).
 */
const heatPoint = z.object({
  observationTime: z.string(),
  isForecast: z.boolean(),
  wbgt: valued,
  ambientTemperature: valued,
  feelLike: valued,
});
export type HeatPoint = z.infer<typeof heatPoint>;

/**
 * Heat at an organisation location: what its station reported and what is forecast. A stretch without reports
 * has a point without values.
 */
export const heatSeries = z.object({
  now: z.string(),
  timeZone: z.string(),
  /** Null when no station reaches the place. Type 0 is a government station: WBGT is estimated from it. */
  weatherStation: z
    .object({ id: z.string(), name: z.string(), type: z.number().int(), distanceMiles: z.number() })
    .nullable(),
  /** Null where there is none that is current. */
  forecast: z
    .object({ issuedTime: z.string(), asOf: z.string(), stale: z.boolean(), attribution: z.string() })
    .nullable(),
  /** A forecast reaches the place and has not come yet, or is too old to be shown. */
  awaitsForecast: z.boolean(),
  /** In order of time, observed ones first. */
  points: z.array(heatPoint),
});
export type HeatSeries = z.infer<typeof heatSeries>;
export const getHeatSeries = defineRoute({
  method: 'GET',
  path: 'Observations/Heat/ForLocation/:organizationLocationId',
  needs: 'observations:read',
  summary:
    'WBGT, temperature and feels-like of the past hours (71 unless `hours` says otherwise) and of the coming 72',
  params: z.object({ organizationLocationId: z.string() }),
  query: z.object({ hours: z.coerce.number().int().min(1).max(71).default(71) }),
  data: heatSeries,
  failures: [400, 404],
});
