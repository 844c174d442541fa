import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const exportOwnData = defineRoute({
  ...paths.exportOwnData,
  needs: 'signed-in',
  refusesImpersonation: true,
  summary: 'Everything that is stored about the caller: a ZIP of JSON and CSV',
  data: z.unknown(),
  failures: [403],
});

export const exportUserData = defineRoute({
  ...paths.exportUserData,
  needs: 'users:write',
  summary: 'Everything that is stored about a person of a lower role: a ZIP of JSON and CSV',
  params: z.object({ id: z.string() }),
  data: z.unknown(),
  failures: [403, 404],
});

export const eraseUser = defineRoute({
  ...paths.eraseUser,
  needs: 'users:write',
  summary:
    'Erases a person of a lower role: sign-in, devices and personal data go; records of what was sent keep their times',
  body: z.object({
    id: z.string(),
    /** The person’s full name, so that nobody is erased by mistake. */
    confirmation: z.string().max(1_000),
  }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [400, 403, 404, 409],
});
