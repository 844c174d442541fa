import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../actor.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { FeedLog, reasonOf } from './feed-log.ts';
import { type FeedChange, recordFeed } from './store.ts';

const actor = systemActor('feed-health');

/** How the state of a feed is stored in the table of feeds. */
export interface FeedStateSettings {
  readonly db: Database;
  readonly kind: string;
  readonly vendor: string;
  /**
   * The instant (epoch ms) through which the feed has observed, null for none. Without this function a poll stores its
   * success itself, in the transaction of its data, and only failures are stored here.
   */
  readonly observedThrough?: () => number | null | Promise<number | null>;
  /** Whether a part that cannot be read is stored as an error of the feed although the poll succeeds. */
  readonly faultsAreErrors?: boolean;
  /** The least time between two records of success, real ms. */
  readonly minRecordMs?: number;
}

/** Tracks whether one source answers: logs when it goes down and when it returns, and stores its state. */
export class FeedHealth {
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #feedLog: FeedLog;
  readonly #state: FeedStateSettings | null;
  #lastSuccessAt: number | null = null;
  #lastError: string | null = null;
  #lastErrorAt: number | null = null;
  #storedError: string | null = null;
  #recordedAt = Number.NEGATIVE_INFINITY;

  constructor({
    source,
    state,
    clock,
    log,
  }: {
    /** The name of the source in the log. */
    source: string;
    /** Null stores nothing. */
    state: FeedStateSettings | null;
    clock: Clock;
    log: FastifyBaseLogger;
  }) {
    this.#clock = clock;
    this.#log = log;
    this.#feedLog = new FeedLog(log, source);
    this.#state = state;
  }

  /** Reports a part of a response that cannot be read. */
  fault(error: unknown): void {
    this.#feedLog.fault(error);
    if (this.#state?.faultsAreErrors) this.#noteError(error);
  }

  /** Stores the state in the middle of a poll, as often as `minRecordMs` allows. */
  async progressed(): Promise<void> {
    await this.#recordSuccess();
  }

  /** A poll that started at `startedAt` succeeded; an earlier error is history. */
  async succeeded(startedAt: number): Promise<void> {
    this.#lastSuccessAt = this.#clock.now();
    if (this.#lastErrorAt !== null && this.#lastErrorAt < startedAt) this.#lastError = null;
    this.#feedLog.succeeded();
    await this.#recordSuccess();
  }

  async failed(error: unknown): Promise<void> {
    this.#noteError(error);
    this.#feedLog.failed(error);
    await this.#record({ lastError: this.#lastError, lastErrorAt: this.#lastErrorAt });
  }

  /** One task of many ended, well unless `failure` is given; `remaining` is the newest error of those that fail. */
  async taskEnded({ failure, remaining }: { failure?: unknown; remaining: string | null }): Promise<void> {
    if (failure === undefined) this.#lastSuccessAt = this.#clock.now();
    else this.#feedLog.failed(failure);
    if (remaining === null) this.#feedLog.succeeded();
    this.#lastError = remaining;
    if (remaining !== null) this.#lastErrorAt = this.#clock.now();
    await this.#recordSuccess();
  }

  #noteError(error: unknown): void {
    this.#lastError = reasonOf(error);
    this.#lastErrorAt = this.#clock.now();
  }

  async #recordSuccess(): Promise<void> {
    if (this.#state?.observedThrough === undefined) return;
    const due = performance.now() - this.#recordedAt >= (this.#state.minRecordMs ?? 0);
    if (!due && this.#lastError === this.#storedError) return;
    await this.#record({
      ...(this.#lastSuccessAt === null ? {} : { lastSuccessAt: this.#lastSuccessAt }),
      lastError: this.#lastError,
      lastErrorAt: this.#lastErrorAt,
    });
  }

  async #record(change: Omit<FeedChange, 'kind' | 'vendor'>): Promise<void> {
    if (this.#state === null) return;
    const { db, kind, vendor, observedThrough } = this.#state;
    this.#recordedAt = performance.now();
    try {
      const through = observedThrough === undefined ? {} : { observedThrough: await observedThrough() };
      await recordFeed(db, actor, { kind, vendor, ...change, ...through });
      this.#storedError = change.lastError ?? null;
    } catch (storeError) {
      this.#log.error({ err: storeError }, 'the state of a feed could not be stored');
    }
  }
}
