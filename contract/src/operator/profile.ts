import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** What an operator may change of the own account. The name is what people read whom the operator acts as. */
export const operatorProfile = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type OperatorProfile = z.infer<typeof operatorProfile>;

export const getOperatorProfile = defineRoute({
  ...paths.getOperatorProfile,
  needs: 'operator',
  summary: 'The operator’s own account',
  data: operatorProfile,
});

export const saveOperatorProfile = defineRoute({
  ...paths.saveOperatorProfile,
  needs: 'operator',
  summary: 'Changes the operator’s name',
  body: z.object({
    firstName: z.string().max(10_000),
    lastName: z.string().max(10_000),
    revision: z.number().int().optional(),
  }),
  data: z.object({ message: z.string(), profile: operatorProfile }),
  failures: [400, 409],
});
