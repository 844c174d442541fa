import { setTimeout as pause } from 'node:timers/promises';
import type { LoggerOptions } from 'pino';
import { wallNow } from '../clock/clock.ts';
import { isDatabaseAway } from './database-away.ts';

const askAgainMs = 500;
/** Who waited longest for the database fails so late after its return, ms. */
const lateMs = 15_000;

interface OutageLog {
  warn(details: object, text: string): void;
  info(details: object, text: string): void;
}

/**
 * Logs an outage of the database as one line when it begins and one when it is over. The many errors that it causes go
 * to the level debug; all others are logged as they are.
 */
export class DatabaseOutage {
  readonly #closing = new AbortController();
  #ask: (() => Promise<unknown>) | null = null;
  #log: OutageLog | null = null;
  #isAsking = false;
  #overAt = Number.NEGATIVE_INFINITY;

  /** From now on it covers errors. `ask` resolves when the database answers. */
  watch(ask: () => Promise<unknown>, log: OutageLog): void {
    this.#ask = ask;
    this.#log = log;
  }

  close(): void {
    this.#closing.abort();
    this.#ask = null;
  }

  /** Of a logger whose errors (`err`) may come from an outage. */
  readonly hooks: NonNullable<LoggerOptions['hooks']> = {
    logMethod: (() => {
      const covers = (details: unknown) => this.#covers(details);
      return function (args, method, level) {
        if (level >= 40 && covers(args[0])) this.debug(...args);
        else method.apply(this, args);
      } satisfies NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
    })(),
  };

  #covers(details: unknown): boolean {
    const error = (details as { err?: unknown } | null | undefined)?.err;
    if (this.#ask === null || !isDatabaseAway(error)) return false;
    if (!this.#isAsking) {
      this.#isAsking = true;
      void this.#follow((error as Error).message).finally(() => {
        this.#isAsking = false;
      });
    }
    return true;
  }

  async #follow(reason: string): Promise<void> {
    const beganAt = wallNow();
    const { signal } = this.#closing;
    let isLogged = false;
    const begin = () => {
      if (!isLogged) this.#log?.warn({ reason }, 'a database connection broke; what needs it waits');
      isLogged = true;
    };
    // What fails soon after an outage may be of that one: it is another when the database does not answer now.
    if (beganAt - this.#overAt > lateMs) begin();
    while (!signal.aborted) {
      const answers = await this.#ask?.().then(
        () => true,
        () => false,
      );
      if (answers) break;
      begin();
      await pause(askAgainMs, undefined, { signal, ref: false }).catch(() => {});
    }
    if (signal.aborted || !isLogged) return;
    this.#overAt = wallNow();
    this.#log?.info({ awayMs: Math.round(this.#overAt - beganAt) }, 'the database answers again');
  }
}
