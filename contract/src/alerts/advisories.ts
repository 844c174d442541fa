import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

/** An alert of the weather service (spec 1 section 3). */
export const advisory = z.object({
  Identifier: z.string(),
  Event: z.string(),
  Headline: z.string(),
  Description: z.string(),
  Color: z.string(),
  Severity: z.string(),
  Sent: z.string(),
  Expires: z.string(),
});

export type Advisory = z.infer<typeof advisory>;

export const advisoryDetail = advisory.extend({
  Instruction: z.string(),
  Certainty: z.string(),
  Urgency: z.string(),
  Onset: z.string().nullable(),
  Ends: z.string().nullable(),
  SenderName: z.string(),
});

export const listAdvisories = defineRoute({
  ...paths.listAdvisories,
  needs: 'observations:read',
  summary: 'Weather-service alerts in effect at a location; 503 when the feed has not been read for too long',
  params: idParams,
  data: z.array(advisory),
  failures: [404, 503],
});

export const listAdvisoryDetails = defineRoute({
  ...paths.listAdvisoryDetails,
  needs: 'observations:read',
  summary: 'The same with everything the weather service says of them',
  params: idParams,
  data: z.array(advisoryDetail),
  failures: [404, 503],
});
