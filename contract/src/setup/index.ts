import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const text = z.string().max(10_000);
/** What the server wrote into the file `setup-code` of its data folder. */
const code = z.string().max(200);

export const checkSetupCode = defineRoute({
  ...paths.checkSetupCode,
  needs: 'public',
  summary: 'Checks the setup code of a new installation; five wrong ones in five minutes of an address',
  body: z.object({ code }),
  data: z.object({ message: z.string() }),
  failures: [400, 409],
});

export const setUp = defineRoute({
  ...paths.setUp,
  needs: 'public',
  summary: 'Makes the first organization and its first Super Admin, once; 409 from then on',
  body: z.object({
    code,
    name: text,
    timeZone: text,
    supportEmail: text,
    supportPhone: text.optional(),
    firstName: text,
    lastName: text.optional(),
    email: text,
    /** Left out where an external identity provider signs people in. */
    password: z.string().max(1_000).optional(),
    confirmedPassword: z.string().max(1_000).optional(),
  }),
  data: z.object({ message: z.string() }),
  failures: [400, 409],
});

export const sendTestMail = defineRoute({
  ...paths.sendTestMail,
  needs: 'organization:write',
  summary: 'Sends a test mail to the caller at once, and says what the mail server answered',
  data: z.object({
    /** Whether the mail server took it. */
    isSent: z.boolean(),
    /** What it answered, or why it did not take the mail: a sentence without a secret. */
    message: z.string(),
  }),
  failures: [409],
});
