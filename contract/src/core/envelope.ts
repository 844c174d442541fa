import { z } from 'zod';

/** Every code that a failure may carry. Clients match on these, never on messages. */
export const errorCodes = [
  'bad-input',
  'not-signed-in',
  'forbidden',
  'not-found',
  'conflict',
  'payload-too-large',
  'too-many-requests',
  'lightning-unobserved',
  'lightning-not-covered',
  'no-observation',
  'alerts-unobserved',
  'no-forecast',
  'forecast-unobserved',
  'no-air-quality',
  'air-quality-unobserved',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The envelope of every failure. `errors` has sentences by field label (`Label`, `LocationName`, …); errors
 * without a field are under `ServerError` or `ServerErrors`.
 */
export const failure = z.object({
  responseException: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    /** With `lightning-unobserved`: what was last known, never called clear. */
    lastKnown: z.unknown().optional(),
  }),
});

export type Failure = z.infer<typeof failure>;

/** The envelope of every success. */
export function success<D extends z.ZodType>(data: D): z.ZodObject<{ data: D }> {
  return z.object({ data });
}
