import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const startImpersonation = defineRoute({
  ...paths.startImpersonation,
  needs: 'operator',
  summary:
    'Issues a code (60 s, once) that the page /impersonation exchanges for an access token of a person: 30 minutes, no refresh',
  body: z.object({
    userId: z.string(),
    reason: z.string().max(10_000),
    /** S256 of the verifier that the browser keeps (RFC 7636). */
    codeChallenge: z.string().max(200),
  }),
  data: z.object({ code: z.string(), clientId: z.string(), redirectUri: z.string() }),
  failures: [400, 403, 404, 409],
});

export const endImpersonation = defineRoute({
  ...paths.endImpersonation,
  needs: 'signed-in',
  summary: 'Ends the impersonation whose token asks',
  data: z.object({ message: z.string() }),
  failures: [403],
});

export const organizationImpersonation = z.object({
  id: z.string(),
  /** Name and address of the operator. */
  operator: z.string(),
  operatorEmail: z.string().nullable(),
  /** The person whom the operator acted as. */
  person: z.string(),
  reason: z.string(),
  startedUtc: z.string(),
  /** Null while it goes on. */
  endedUtc: z.string().nullable(),
});

export type OrganizationImpersonation = z.infer<typeof organizationImpersonation>;

export const listImpersonations = defineRoute({
  ...paths.listImpersonations,
  needs: 'organization:write',
  summary: 'The newest 50 impersonations in the caller’s organization, the last one first',
  data: z.array(organizationImpersonation),
});
