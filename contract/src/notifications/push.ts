import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

export const getPush = defineRoute({
  ...paths.getPush,
  needs: 'signed-in',
  summary: 'The key that browsers subscribe with, and the caller’s subscribed browsers',
  data: z.object({
    publicKey: z.string(),
    subscriptions: z.array(
      z.object({ id: z.string(), endpointHash: z.string(), userAgent: z.string(), createdUtc: z.string() }),
    ),
  }),
});

export const addPush = defineRoute({
  ...paths.addPush,
  needs: 'signed-in',
  refusesImpersonation: true,
  summary: 'Subscribes a browser',
  body: z.object({
    endpoint: z.url().max(2_000),
    keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [400],
});

export const removePush = defineRoute({
  ...paths.removePush,
  needs: 'signed-in',
  summary: 'Unsubscribes one of the caller’s browsers',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
