import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { deletedProfile, heatMetric, profileChange } from './profile-parts.ts';

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
  metric: heatMetric,
  riskLevels: z.array(riskLevel),
  revision: z.number().int(),
});

export type RiskProfile = z.infer<typeof riskProfile>;

export const getRiskProfile = defineRoute({
  ...paths.getRiskProfile,
  needs: 'observations:read',
  summary: 'A risk profile',
  params: z.object({ id: z.string() }),
  data: riskProfile,
  failures: [404],
});

export const listRiskProfiles = defineRoute({
  ...paths.listRiskProfiles,
  needs: 'heat-profiles:read',
  summary: 'The published risk profiles and the organization’s own',
  data: z.array(riskProfile),
  paged: true,
});

const riskForm = z.object({
  name: z.string(),
  metric: heatMetric,
  riskLevels: z.array(riskLevel.omit({ riskProfileId: true })).max(100),
});

const savedRisk = z.object({ id: z.string(), message: z.string(), riskProfile });

export const addRiskProfile = defineRoute({
  ...paths.addRiskProfile,
  needs: 'heat-profiles:write',
  summary: 'Add a risk profile of the organization’s own',
  body: riskForm,
  data: savedRisk,
  failures: [400],
});

export const updateRiskProfile = defineRoute({
  ...paths.updateRiskProfile,
  needs: 'heat-profiles:write',
  summary: 'Replace what an own risk profile says',
  body: z.object({ ...profileChange, ...riskForm.shape }),
  data: savedRisk,
  failures: [400, 404, 409],
});

export const deleteRiskProfile = defineRoute({
  ...paths.deleteRiskProfile,
  needs: 'heat-profiles:write',
  summary: 'Remove an own risk profile that nothing uses',
  params: z.object({ id: z.string() }),
  data: deletedProfile,
  failures: [404, 409],
});
