import { AdapterError, type Sender } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { sleepReal } from '../platform/clock/clock.ts';
import type { Loop } from '../platform/subject.ts';

/** Between two heartbeats, real ms. */
export const heartbeatEveryMs = 60_000;
/** After one that was not sent or not taken. */
const againMs = 10_000;
const timeoutMs = 10_000;

/**
 * The dead-man's switch: a request to an address outside of the installation each minute, while this process is the
 * engine and `reasonNot` finds nothing. Its receiver notifies somebody when none comes.
 */
export class Heartbeat {
  readonly #http: Sender;
  readonly #url: string;
  readonly #reasonNot: () => Promise<string | null>;
  readonly #log: FastifyBaseLogger;
  readonly #everyMs: number;
  /** Of the monotonic clock; null while this process is not the engine. */
  #lastAt: number | null = null;
  /** Why the last one was not sent or not taken: what is logged once. */
  #failure: string | null = null;

  constructor(options: {
    http: Sender;
    url: string;
    /** Why none may go: a sentence; null for nothing. What it throws is a reason as well. */
    reasonNot: () => Promise<string | null>;
    log: FastifyBaseLogger;
    everyMs?: number;
  }) {
    this.#http = options.http;
    this.#url = options.url;
    this.#reasonNot = options.reasonNot;
    this.#log = options.log;
    this.#everyMs = options.everyMs ?? heartbeatEveryMs;
  }

  /** Real ms since the last one that was taken, or since this process became the engine; null while it is not. */
  ageMs(): number | null {
    return this.#lastAt === null ? null : performance.now() - this.#lastAt;
  }

  loop(): Loop {
    return {
      name: 'heartbeat',
      run: async (signal) => {
        this.#lastAt = performance.now();
        try {
          while (!signal.aborted) {
            const isTaken = await this.#beat(signal);
            await sleepReal(isTaken ? this.#everyMs : Math.min(this.#everyMs, againMs), signal);
          }
        } finally {
          this.#lastAt = null;
        }
      },
    };
  }

  /** Whether one was taken. */
  async #beat(signal: AbortSignal): Promise<boolean> {
    const failure =
      (await this.#reasonNot().catch((error: Error) => `A check failed: ${error.message}`)) ??
      (await this.#send(signal));
    if (signal.aborted) return false;
    if (failure === null) this.#lastAt = performance.now();
    if (failure === this.#failure) return failure === null;
    // Once when it ends and once when it is back, never with the address, which may hold a token.
    if (failure === null) this.#log.info('the heartbeat goes out again');
    else this.#log.error({ reason: failure }, 'the heartbeat does not go out');
    this.#failure = failure;
    return failure === null;
  }

  /** Why it was not taken; null when it was. */
  async #send(signal: AbortSignal): Promise<string | null> {
    try {
      const { status } = await this.#http.send({
        ...{ source: 'heartbeat', url: this.#url, body: '', givenBy: 'installation', timeoutMs, signal },
      });
      return status >= 200 && status < 300 ? null : `${new URL(this.#url).host} answered ${status}.`;
    } catch (error) {
      // Its message has the path.
      const kind = error instanceof AdapterError ? error.kind : 'failed';
      return `${new URL(this.#url).host} was not reached (${kind}).`;
    }
  }
}
