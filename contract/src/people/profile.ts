import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** A new address that waits for its confirmation. */
  newEmail: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  timeZone: z.string(),
  siteName: z.string().nullable(),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type Profile = z.infer<typeof profile>;

export const getProfile = defineRoute({
  ...paths.getProfile,
  needs: 'signed-in',
  summary: 'What the caller may change of the own account',
  data: profile,
});

const name = z.string().max(10_000);

export const saveProfile = defineRoute({
  ...paths.saveProfile,
  needs: 'signed-in',
  summary: 'Changes the caller’s name, number and time zone; what the body leaves out stays',
  body: z.object({
    firstName: name.optional(),
    lastName: name.optional(),
    phoneNumber: name.nullish(),
    timeZone: z.string().optional(),
    revision: z.number().int().optional(),
  }),
  data: z.object({ message: z.string(), profile }),
  failures: [400, 409],
});

export const changeEmail = defineRoute({
  ...paths.changeEmail,
  needs: 'signed-in',
  refusesImpersonation: true,
  summary:
    'Sends a link to a new email address of the caller; the account keeps its address until the link is used',
  body: z.object({ email: name, currentPassword: name }),
  data: z.object({ message: z.string() }),
  failures: [400, 403, 409],
});

export const confirmEmail = defineRoute({
  ...paths.confirmEmail,
  needs: 'public',
  summary: 'Gives an account the address that the link was sent to, once',
  body: z.object({ token: z.string().max(200) }),
  data: z.object({ message: z.string() }),
  failures: [400, 409],
});
