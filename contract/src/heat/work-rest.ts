import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { deletedProfile, heatMetric, profileChange } from './profile-parts.ts';

const entry = z.object({ id: z.string(), name: z.string() });

const modifier = z.object({ ...entry.shape, /** °F that it counts as. */ adjustment: z.number() });

const matrix = z.object({
  workRestIntensityId: z.string(),
  /** The band applies up to and including this value, °F; null without an end. */
  max: z.number().nullable(),
  /** Part of the hour, 0 to 1; null where the guidance restricts work without giving a figure. */
  workPercent: z.number().nullable(),
  /** Further requirements of the guidance. */
  advice: z.string().optional(),
});

/**
 * A work/rest profile (spec 1 section 3) with its source. Published profiles have words as ids, an
 * organization's own have UUIDs.
 */
export const workRestProfile = z.object({
  id: z.string(),
  name: z.string(),
  /** The publisher of the figures; null for an organization's own. */
  source: z.string().nullable(),
  isPublished: z.boolean(),
  /** A proposal and not law. */
  proposed: z.boolean(),
  primaryMetric: heatMetric,
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

/**
 * How the profile of a location was chosen: `location` for this location, `organization` as the
 * organization's default; `usual` is the product's default, used and shown as such when there is no choice.
 */
export const workRestAtLocation = z.object({
  ...workRestProfile.shape,
  chosenFor: z.enum(['location', 'organization', 'usual']),
});

export type WorkRestAtLocation = z.infer<typeof workRestAtLocation>;

export const getWorkRest = defineRoute({
  ...paths.getWorkRest,
  needs: 'observations:read',
  summary: 'The work/rest profile that holds at an organization location, and who chose it',
  params: z.object({ organizationLocationId: z.string() }),
  data: workRestAtLocation,
  failures: [404],
});

export const listWorkRestProfiles = defineRoute({
  ...paths.listWorkRestProfiles,
  needs: 'heat-profiles:read',
  summary: 'The published work/rest profiles and the organization’s own',
  data: z.array(workRestProfile),
  paged: true,
});

const choice = z.object({
  /** Null: the organization's default. */
  organizationLocationId: z.string().nullable(),
  /** Null: nothing was chosen. */
  profileId: z.string().nullable(),
  /** What the change is based on: when it is not the current one the change is refused (409). */
  revision: z.number().int().optional(),
});

export const workRestChoices = z.object({
  /** What applies where nothing was chosen at all. */
  usualProfileId: z.string(),
  defaultProfileId: z.string().nullable(),
  /** Of the default; 0 while it was never chosen. */
  defaultRevision: z.number().int().optional(),
  /** Every organization location, by name. */
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
  ...paths.listWorkRestChoices,
  needs: 'heat-profiles:read',
  summary: 'Which profile the organization and each of its locations chose',
  data: workRestChoices,
});

export const saveWorkRestChoice = defineRoute({
  ...paths.saveWorkRestChoice,
  needs: 'heat-profiles:write',
  summary: 'Choose the profile of an organization location, or the default; null takes a choice back',
  body: choice,
  data: z.object({ message: z.string(), choices: workRestChoices }),
  failures: [400, 404, 409],
});

/** Length limits are checked with the other rules, in their words. */
const profileForm = z.object({
  name: z.string(),
  primaryMetric: heatMetric,
  customStopText: z.string().nullable().default(null),
  customContinuousText: z.string().nullable().default(null),
  useRiskProfile: z.boolean().default(false),
  riskProfileId: z.string().nullable().default(null),
  intensities: z.array(entry).max(50),
  modifiers: z.array(modifier).max(100).default([]),
  matrices: z.array(matrix).max(500),
});

export type WorkRestForm = z.input<typeof profileForm>;

const savedProfile = z.object({ id: z.string(), message: z.string(), profile: workRestProfile });

export const addWorkRestProfile = defineRoute({
  ...paths.addWorkRestProfile,
  needs: 'heat-profiles:write',
  summary: 'Add a work/rest profile of the organization’s own',
  body: profileForm,
  data: savedProfile,
  failures: [400],
});

export const updateWorkRestProfile = defineRoute({
  ...paths.updateWorkRestProfile,
  needs: 'heat-profiles:write',
  summary: 'Replace what an own work/rest profile says',
  body: z.object({ ...profileChange, ...profileForm.shape }),
  data: savedProfile,
  failures: [400, 404, 409],
});

export const deleteWorkRestProfile = defineRoute({
  ...paths.deleteWorkRestProfile,
  needs: 'heat-profiles:write',
  summary: 'Remove an own work/rest profile that nothing uses',
  params: z.object({ id: z.string() }),
  data: deletedProfile,
  failures: [404, 409],
});
