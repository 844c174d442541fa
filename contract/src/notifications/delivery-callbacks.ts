import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

/** Delivery reports of SMS providers. They are signed by the provider and need no sign-in. */
export const twilioCallback = defineRoute({
  ...paths.twilioCallback,
  needs: 'public',
  summary: 'Status callback of Twilio (form encoded, X-Twilio-Signature)',
  params: idParams,
  data: z.object({ noted: z.boolean() }),
  failures: [403, 404],
});

export const gatewayCallback = defineRoute({
  ...paths.gatewayCallback,
  needs: 'public',
  summary: 'Status callback of the generic SMS gateway (JSON { status, reason? }, X-Allclear-Signature)',
  params: idParams,
  data: z.object({ noted: z.boolean() }),
  failures: [403, 404],
});
