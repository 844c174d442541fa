import {
  nextStillMs,
  type StillFault,
  type StillTimes,
  stillFaultTexts,
  stillRefusal,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { sleepReal } from '../../platform/clock/clock.ts';
import { type CameraContext, cameraRights, keyOfFeed } from '../camera-context.ts';
import { camerasByIds, type StoredCamera } from '../cameras.store.ts';
import type { CameraHub } from '../stream/hub.ts';
import { StillFailure, type TakenStill, takeStill } from './take-still.ts';

export interface StillOptions extends CameraContext {
  readonly hub: CameraHub;
  readonly log: FastifyBaseLogger;
  readonly times: StillTimes;
  /** A camera that has sent no picture for so long has failed, real ms. */
  readonly takeMs: number;
  /** A camera is watched for so long after somebody has asked for its still, real ms. */
  readonly watchMs: number;
}

/** What is known of a camera whose stills are watched. */
export interface StillState {
  readonly organizationId: string;
  readonly name: string;
  /** The newest, however old; null while there is none that may be shown. */
  readonly still: TakenStill | null;
  /** Why there is none, or no newer one, for everybody; null while all is well. */
  readonly problem: string | null;
}

interface Watched {
  /** Of the clock of this process, ms. */
  until: number;
  dueAt: number;
  /** Null: it is gone; undefined: it was not read yet. */
  camera: StoredCamera | null | undefined;
  refusal: string | null;
  still: TakenStill | null;
  fault: StillFault | null;
  failures: number;
  taking: AbortController | null;
}

/** Real ms between two rounds, and between two looks into the store. */
const roundMs = 250;
const readEveryMs = 2_000;
/** Nothing is taken of a camera by rights that were read so long ago, real ms. */
const rightsGoodMs = 10_000;

/**
 * Stills of live cameras, taken again and again while somebody wants to see them: one at a time of a camera, however many
 * ask. They use nothing of an allowance up, and are not taken without one.
 */
export class CameraStills {
  readonly #options: StillOptions;
  readonly #watched = new Map<string, Watched>();
  /** Called when something became known. */
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** One video is decoded at a time. */
  #cutting: Promise<unknown> = Promise.resolve();
  #isLogged = false;
  #isClosed = false;

  constructor(options: StillOptions) {
    this.#options = options;
  }

  /** A camera is watched for so long after somebody has asked for its still, real ms. */
  get watchMs(): number {
    return this.#options.watchMs;
  }

  /** Takes stills of cameras from now on, for so long. */
  watch(ids: readonly string[], forMs = this.watchMs): void {
    if (this.#isClosed || forMs <= 0 || ids.length === 0) return;
    const until = performance.now() + forMs;
    for (const id of ids) {
      const known = this.#watched.get(id);
      if (known) known.until = Math.max(known.until, until);
      else this.#watched.set(id, newlyWatched(until));
    }
    this.#timer ??= setInterval(() => this.#round(), roundMs).unref();
  }

  /** Null for a camera that is gone; undefined while it was not read, or is not watched. */
  of(id: string): StillState | null | undefined {
    const watched = this.#watched.get(id);
    if (watched?.camera === undefined) return undefined;
    if (watched.camera === null) return null;
    const { camera, refusal, still, fault } = watched;
    return {
      ...{ organizationId: camera.organizationId, name: camera.name },
      still: refusal === null ? still : null,
      problem: refusal ?? (fault && stillFaultTexts[fault]),
    };
  }

  /** Watches cameras, and reads which of them there are. Throws what the store throws. */
  async read(ids: readonly string[]): Promise<void> {
    this.watch(ids);
    const isUnread = () => ids.some((id) => this.#watched.get(id)?.camera === undefined);
    // What is being read may be of before.
    if (isUnread()) await this.#reading?.catch(() => undefined);
    if (isUnread()) await this.#read();
  }

  /** The same, and waits until a first still of each was taken or has failed, at most so long, real ms. */
  async ready(ids: readonly string[], withinMs: number): Promise<void> {
    await this.read(ids);
    this.#round();
    const isWaiting = () => ids.some((id) => isFirstDue(this.#watched.get(id)));
    if (!isWaiting()) return;
    const over = new AbortController();
    const check = () => {
      if (!isWaiting()) over.abort();
    };
    this.#waiting.add(check);
    await sleepReal(withinMs, over.signal);
    this.#waiting.delete(check);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watched of this.#watched.values()) watched.taking?.abort();
    this.#watched.clear();
    this.#stop();
    await this.#reading?.catch(() => undefined);
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #round(): void {
    const now = performance.now();
    for (const [id, { until, taking }] of this.#watched) {
      if (until > now) continue;
      taking?.abort();
      this.#watched.delete(id);
    }
    if (this.#watched.size === 0) {
      this.#stop();
      return;
    }
    if (now - this.#readAt > readEveryMs && !this.#reading)
      this.#read().catch((error: unknown) => this.#unreadable(error));
    // Whether it still may be is not known.
    if (now - this.#readAt > rightsGoodMs) return;
    for (const watched of this.#watched.values())
      if (watched.camera && watched.refusal === null && !watched.taking && watched.dueAt <= now)
        void this.#take(watched, watched.camera);
  }

  #unreadable(error: unknown): void {
    if (!this.#isLogged) this.#options.log.error({ err: error }, 'cameras for stills could not be read');
    this.#isLogged = true;
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
      this.#notify();
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const began = performance.now();
    const asked = [...this.#watched.keys()];
    const cameras = new Map((await camerasByIds(this.#options.db, asked)).map((one) => [one.id, one]));
    const organizationIds = new Set([...cameras.values()].map(({ organizationId }) => organizationId));
    const rights = await cameraRights(this.#options, [...organizationIds]);
    for (const id of asked) {
      const watched = this.#watched.get(id);
      if (!watched) continue;
      const camera = cameras.get(id) ?? null;
      const right = camera && rights.get(camera.organizationId);
      follow(watched, camera, right ? stillRefusal(right) : null);
    }
    this.#readAt = began;
    this.#isLogged = false;
  }

  async #take(watched: Watched, camera: StoredCamera): Promise<void> {
    const { times, takeMs, log } = this.#options;
    const began = performance.now();
    const ending = new AbortController();
    watched.taking = ending;
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(takeMs)]);
    try {
      const still = await takeStill(this.#context, camera, signal);
      if (ending.signal.aborted) return;
      if (watched.failures > 0) log.info({ cameraId: camera.id }, 'stills of a camera are taken again');
      Object.assign(watched, { still, fault: null, failures: 0, dueAt: began + nextStillMs(0, times) });
    } catch (error) {
      if (ending.signal.aborted) return;
      if (watched.failures === 0)
        log.warn({ err: causeOf(error), cameraId: camera.id }, 'no still can be taken of a camera');
      watched.failures += 1;
      watched.fault = error instanceof StillFailure ? error.fault : 'failed';
      watched.dueAt = performance.now() + nextStillMs(watched.failures, times);
    } finally {
      if (watched.taking === ending) watched.taking = null;
      this.#notify();
    }
  }

  get #context() {
    const { sources } = this.#options;
    const { still } = sources;
    if (!still) return this.#options;
    const oneAtATime: typeof still = (segment, options) => {
      const cut = this.#cutting.then(() => still(segment, options));
      this.#cutting = cut.catch(() => undefined);
      return cut;
    };
    return { ...this.#options, sources: { ...sources, still: oneAtATime } };
  }

  #notify(): void {
    for (const check of [...this.#waiting]) check();
  }
}

function newlyWatched(until: number): Watched {
  return {
    ...{ until, dueAt: Number.NEGATIVE_INFINITY, camera: undefined, refusal: null },
    ...{ still: null, fault: 'waiting', failures: 0, taking: null },
  };
}

/** Whether a first still is still to come. */
function isFirstDue(watched: Watched | undefined): boolean {
  if (!watched || watched.camera === null || watched.refusal !== null) return false;
  return watched.fault === 'waiting';
}

/** A camera as it is now. What was taken of one that was reached otherwise is of another one. */
function follow(watched: Watched, camera: StoredCamera | null, refusal: string | null): void {
  const before = watched.camera;
  watched.camera = camera;
  watched.refusal = refusal;
  const isOther = before && camera && keyOfFeed(before) !== keyOfFeed(camera);
  if (!isOther && camera !== null && refusal === null) return;
  watched.taking?.abort();
  Object.assign(watched, { still: null, fault: 'waiting', failures: 0, taking: null });
  watched.dueAt = Number.NEGATIVE_INFINITY;
}

/** What is wrong, for the log: it names neither credentials nor an inner address. */
function causeOf(error: unknown): unknown {
  return error instanceof StillFailure ? (error.cause ?? error) : error;
}
