import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { ChangeCollector } from './change-collector.ts';

/** One process's turn as a worker, from taking a lease to losing or releasing it. */
export interface JobWorker {
  /** The number of its lease; a dead lease's work may be taken over. */
  readonly lease: number;
  /** A small pool of the worker's own. */
  readonly db: Database;
  /** Aborts when the lease is lost or the process stops: what runs must end at once. */
  readonly signal: AbortSignal;
  readonly changes: ChangeCollector;
  /** The recorded jobs that run under this lease, by id; aborting one cancels it. */
  readonly running: Map<string, AbortController>;
  readonly log: FastifyBaseLogger;
}

export interface JobContext {
  /** The job's id, the same over all attempts. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly db: Database;
  /** Aborts when the job is canceled, the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  /** Reports the progress of the job (0–1) with a sentence. It is stored at most twice a second. */
  progress(fraction: number, message: string): void;
}
