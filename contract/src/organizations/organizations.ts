import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  /** Numeric feature flags of spec 1 section 3; 9 is the fourth lightning zone. */
  entitlements: z.array(z.number().int()),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** Stands below the top bar of everybody. */
  banner: z.string().nullable(),
  /** ACTIVE, TRIAL or CLOSED. */
  status: z.string(),
  /** Minutes of live camera a month. */
  liveStreamMinutes: z.number().int(),
  companyType: z.string().nullable(),
  created: z.string(),
});

export type Organization = z.infer<typeof organization>;

export const getOrganization = defineRoute({
  ...paths.getOrganization,
  needs: 'signed-in',
  forDisplays: true,
  summary: 'The signed-in user’s organization',
  data: organization,
});

export const getOrganizationById = defineRoute({
  ...paths.getOrganizationById,
  needs: 'signed-in',
  summary: 'The caller’s organization by its id',
  params: z.object({ id: z.string() }),
  data: organization,
  failures: [404],
});
