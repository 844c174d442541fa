import { timingSafeEqual } from 'node:crypto';
import { type CameraTimes, cameraMonth, isUsedUp } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { whoMayStill } from '../../identity/index.ts';
import { fallbackTimeZone } from '../../people/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { addressOf, type CameraContext, keyOfFeed } from '../camera-context.ts';
import { liveCameraLinks } from '../camera-links.store.ts';
import { cameraAllowances, consumedMs, endLostViews, saveViews } from '../camera-sessions.store.ts';
import { camerasByIds, type StoredCamera } from '../cameras.store.ts';
import type { CameraHub } from './hub.ts';
import { LiveSession, type Viewer } from './live-session.ts';

export interface LiveLimits {
  readonly perPerson: number;
  readonly perLink: number;
  readonly total: number;
}

export interface LiveOptions extends CameraContext {
  readonly log: FastifyBaseLogger;
  /** Of the installation, without a slash at its end. */
  readonly url: string;
  readonly times: CameraTimes;
  readonly limits: LiveLimits;
  /** The feeds of this process; stills are taken of the same. Closed with the sessions. */
  readonly hub: CameraHub;
}

/** Real ms between two rounds: what was watched is written, and who may not watch any more is ended. */
const everyMs = 500;
/** Real ms before a round that comes early because an allowance ends, at least. */
const leastMs = 100;
const actor = systemActor('camera-views');
const tokenPurpose = 'cameras.session';

/** The sessions of this process. */
export class LiveSessions {
  readonly #options: LiveOptions;
  readonly #hub: CameraHub;
  readonly #sessions = new Map<string, LiveSession>();
  /** Ended views that are not written yet. */
  readonly #unwritten = new Set<LiveSession>();
  readonly #keys = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | null = null;
  /** Of the round that comes early, if any. */
  #early: NodeJS.Timeout | null = null;
  /** When it is due: wall time, epoch ms. */
  #earlyAt = 0;
  #anotherIsDue = false;
  #lostAt = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#hub = options.hub;
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.values()) session.check();
      this.#round ??= this.#rounds();
    }, everyMs);
    this.#timer.unref();
  }

  /** Connections to cameras, and viewers: for tests and metrics. */
  get counts(): { readonly feeds: number; readonly sessions: number } {
    return { feeds: this.#hub.size, sessions: this.#sessions.size };
  }

  /** Whether a viewer, or the process, has as many sessions as there may be. */
  isFull({ userId, link }: Viewer): boolean {
    const { perPerson, perLink, total } = this.#options.limits;
    const own = [...this.#sessions.values()].filter(({ viewer }) =>
      link ? viewer.link?.id === link.id : viewer.link === null && viewer.userId === userId,
    );
    return this.#sessions.size >= total || own.length >= (link ? perLink : perPerson);
  }

  open(viewer: Viewer, camera: StoredCamera, socket: WebSocket): void {
    const session = new LiveSession(viewer, camera, socket, {
      times: this.#options.times,
      now: this.#options.wallNow,
      addressOf: (opened) => this.#addressOf(opened),
      onCounted: () => this.#roundAfter(leastMs),
    });
    this.#sessions.set(session.id, session);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#forget(session));
    session.greet();
    this.#watch(session, camera);
  }

  /** The session of the token in an address; undefined when it is over. */
  byToken(token: string): LiveSession | undefined {
    const [id = '', signature = ''] = token.split('.');
    const session = this.#sessions.get(id);
    if (!session || session.hasEnded) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const [own] = this.#options.secrets.digests(id, tokenPurpose);
    return given.length === own.length && timingSafeEqual(given, own) ? session : undefined;
  }

  /** Resolves once the round that has begun is done: for tests. */
  async settled(): Promise<void> {
    await this.#round;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    if (this.#early) clearTimeout(this.#early);
    for (const session of [...this.#sessions.values()]) {
      session.end('stopped');
      this.#forget(session);
    }
    await this.#write().catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'live views could not be kept'),
    );
    await this.#hub.close();
  }

  #addressOf(session: LiveSession): string {
    const [signature] = this.#options.secrets.digests(session.id, tokenPurpose);
    const ending = session.feed?.sends === 'segments' ? 'live.m3u8' : 'live.mjpeg';
    const token = `${session.id}.${signature.toString('base64url')}`;
    return `${this.#options.url}/Stream/session/${token}/${ending}`;
  }

  #watch(session: LiveSession, camera: StoredCamera): void {
    const key = keyOfFeed(camera);
    this.#keys.set(session.id, key);
    const source = () => this.#options.sources.source(addressOf(this.#options, camera));
    const before = session.feed;
    const feed = this.#hub.watch(key, source, session);
    session.feed = feed;
    if (before !== null && before.sends !== feed.sends) session.end('stopped');
    else if (feed.latest !== null || feed.segments.length > 0) session.started();
  }

  #leave(session: LiveSession): void {
    const key = this.#keys.get(session.id);
    if (key !== undefined && session.feed) this.#hub.leave(key, session.feed, session);
    this.#keys.delete(session.id);
  }

  #forget(session: LiveSession): void {
    if (!this.#sessions.delete(session.id)) return;
    session.close();
    this.#leave(session);
    this.#unwritten.add(session);
  }

  /** A round, and another one if it became due meanwhile. */
  async #rounds(): Promise<void> {
    try {
      do {
        this.#anotherIsDue = false;
        await this.#check();
      } while (this.#anotherIsDue);
    } catch (error) {
      this.#options.log.error({ err: error }, 'live views could not be kept');
    } finally {
      this.#round = null;
    }
  }

  #roundAfter(ms: number): void {
    const dueAt = this.#options.wallNow() + ms;
    if (this.#early && this.#earlyAt <= dueAt) return;
    if (this.#early) clearTimeout(this.#early);
    this.#earlyAt = dueAt;
    this.#early = setTimeout(() => {
      this.#early = null;
      this.#anotherIsDue = this.#round !== null;
      this.#round ??= this.#rounds();
    }, ms);
    this.#early.unref();
  }

  async #check(): Promise<void> {
    await this.#write();
    const now = this.#options.wallNow();
    if (now - this.#lostAt > 30_000) {
      this.#lostAt = now;
      await endLostViews(this.#options.db, actor, now);
    }
    const sessions = [...this.#sessions.values()].filter(({ hasEnded }) => !hasEnded);
    if (sessions.length === 0) return;
    await this.#endUsedUp(sessions, now);
    await this.#followCameras(sessions);
    await this.#endWithoutRight(sessions, now);
  }

  /** All views in one statement. */
  async #write(): Promise<void> {
    const ended = [...this.#unwritten];
    const views = [...ended, ...this.#sessions.values()].flatMap((session) => session.view() ?? []);
    await saveViews(this.#options.db, actor, views);
    for (const session of ended) this.#unwritten.delete(session);
  }

  async #endUsedUp(sessions: readonly LiveSession[], now: number): Promise<void> {
    const { db } = this.#options;
    const ids = [...new Set(sessions.map(({ viewer }) => viewer.organizationId))];
    const months = await Promise.all(
      ids.map(async (id) => ({
        id,
        month: cameraMonth(now, (await fallbackTimeZone(db, id)) ?? 'America/Chicago'),
      })),
    );
    let nextMs = 2 * everyMs;
    const [consumed, allowed] = [await consumedMs(db, months), await cameraAllowances(db, ids)];
    for (const id of ids) {
      const viewers = sessions.filter(({ viewer }) => viewer.organizationId === id);
      const minutes = allowed.get(id) ?? null;
      if (isUsedUp(consumed.get(id) ?? 0, minutes)) {
        for (const session of viewers) session.end('usedUp');
        continue;
      }
      // Many viewers use up more in a round than is left. What ends them is what is stored, so that nobody is told
      // that the time is used up who may watch again at once.
      nextMs = Math.min(nextMs, ((minutes ?? 0) * 60_000 - (consumed.get(id) ?? 0)) / viewers.length);
    }
    if (nextMs < 2 * everyMs) this.#roundAfter(Math.max(nextMs, leastMs));
  }

  async #followCameras(sessions: readonly LiveSession[]): Promise<void> {
    const ids = [...new Set(sessions.map(({ camera }) => camera.id))];
    const cameras = new Map((await camerasByIds(this.#options.db, ids)).map((camera) => [camera.id, camera]));
    for (const session of sessions) {
      const camera = cameras.get(session.camera.id);
      if (!camera) session.end('gone');
      else if (!session.hasEnded && this.#sessions.has(session.id)) {
        if (this.#keys.get(session.id) === keyOfFeed(camera)) continue;
        this.#leave(session);
        this.#watch(session, camera);
      }
    }
  }

  async #endWithoutRight(sessions: readonly LiveSession[], now: number): Promise<void> {
    const { db } = this.#options;
    const links = sessions.flatMap(({ viewer }) => viewer.link?.id ?? []);
    const live = await liveCameraLinks(db, [...new Set(links)], now);
    const signedIn = sessions.flatMap(({ viewer: { right } }) =>
      right.kind === 'sign-in' ? right.signedIn : [],
    );
    const maySignedIn = await whoMayStill(db, signedIn, 'live_camera.access', now);
    // Once for each key and camera, however many sessions it has.
    const keys = new Map<string, Promise<boolean>>();
    for (const session of sessions) {
      const { viewer, camera } = session;
      const { link, right } = viewer;
      if (right.kind === 'link') {
        if (!live.has(link?.id ?? '')) session.end('linkEnded');
      } else if (right.kind === 'sign-in') {
        if (!maySignedIn(right.signedIn) || (right.sees && !(await right.sees()))) session.end('noAccess');
      } else {
        const key = `${right.digest} ${camera.id}`;
        const valid = keys.get(key) ?? right.isValid();
        keys.set(key, valid);
        if (!(await valid)) session.end('noAccess');
      }
    }
  }
}
