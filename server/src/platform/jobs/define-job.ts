import { backOffMs } from '@allclear/adapters';
import type { z } from 'zod';

/** How often a job that fails is tried, and how long it waits before the next attempt. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  /** Milliseconds to wait after the n-th failed attempt (1 for the first). */
  delayMs(failures: number): number;
}

/** Ten seconds, twenty, forty … five minutes at most, spread by chance over the upper half. */
export const defaultRetry: RetryPolicy = {
  maxAttempts: 5,
  delayMs: (failures) => 5 * backOffMs(failures, Math.random(), { baseMs: 2_000 }),
};

interface JobType<Payload> {
  /** The task's name in the queue; it stays as it is for as long as such jobs may wait in a database. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** How many run at once in one process. Each type has its own runner, so a slow type delays no other. */
  readonly concurrency: number;
}

/** A job whose progress, result and error are stored and can be read by its id; it can be canceled. */
export interface RecordedJob<Payload> extends JobType<Payload> {
  readonly kind: 'recorded';
  readonly retry: RetryPolicy;
}

/**
 * A job whose subject stores its outcome and decides what is tried again (deliveries). An error of its work
 * is a programming error; the queue repeats it after seconds, then later each time.
 */
export interface UnrecordedJob<Payload> extends JobType<Payload> {
  readonly kind: 'unrecorded';
}

/** Describes a recorded job, which is all that is needed to queue it; `implementJob` adds the work. */
export function defineJob<Payload>(
  type: JobType<Payload> & { readonly retry?: RetryPolicy },
): RecordedJob<Payload> {
  return { retry: defaultRetry, ...type, kind: 'recorded' };
}

export function defineUnrecordedJob<Payload>(type: JobType<Payload>): UnrecordedJob<Payload> {
  return { ...type, kind: 'unrecorded' };
}
