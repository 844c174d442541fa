import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** A link is in the answer only where no mail is configured: it is shown once, and passed on by hand. */
export const sendActivationEmail = defineRoute({
  ...paths.sendActivationEmail,
  needs: 'users:write',
  refusesImpersonation: true,
  summary:
    'Invites a person to choose a password by a mail with a link; without mail the link is in the answer, this once',
  query: z.object({ id: z.string() }),
  data: z.object({ message: z.string(), link: z.string().nullable() }),
  failures: [403, 404, 409],
});

/** A password is at most 1,000 characters; more is refused without being hashed. */
const password = z.string().max(10_000);

export const changePassword = defineRoute({
  ...paths.changePassword,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Changes the caller’s password and ends the other sessions; not with an API key',
  body: z.object({
    userId: z.string(),
    currentPassword: password,
    newPassword: password,
    confirmedNewPassword: password,
  }),
  data: z.object({ message: z.string() }),
  failures: [400, 403, 404, 409],
});

export const signInSession = z.object({
  id: z.string(),
  /** Such as 'Chrome on Windows'. */
  device: z.string(),
  network: z.string(),
  createdUtc: z.string().nullable(),
  lastUsedUtc: z.string().nullable(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});

export type SignInSession = z.infer<typeof signInSession>;

export const listSessions = defineRoute({
  ...paths.listSessions,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'The browsers in which the caller is signed in, the one used last first',
  data: z.array(signInSession),
  failures: [403, 409],
});

export const endSession = defineRoute({
  ...paths.endSession,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Ends a session of the caller, within two seconds',
  params: z.object({ id: z.string() }),
  data: z.object({ message: z.string() }),
  failures: [403, 404, 409],
});

export const endOtherSessions = defineRoute({
  ...paths.endOtherSessions,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Ends all sessions of the caller but the one that asks',
  data: z.object({ message: z.string(), ended: z.number().int() }),
  failures: [403, 409],
});
