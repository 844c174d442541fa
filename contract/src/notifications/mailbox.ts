import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Mails of the demonstration, which go to a page instead of a mail server. */
export const listMailbox = defineRoute({
  ...paths.listMailbox,
  needs: 'signed-in',
  summary:
    'The demonstration’s mails, newest first: the caller’s own, for admins everybody’s; 404 where mail is real',
  data: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentUtc: z.string(),
    }),
  ),
  failures: [404],
});
