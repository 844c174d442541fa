import { EventEmitter } from 'node:events';
import type { CameraSources } from '@allclear/adapters';
import { cameraMonth, isUsedUp } from '@allclear/domain';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { addCamera } from '../../test/cameras/watch-camera.ts';
import { openTestServer, type TestServer, testSecrets } from '../../test/test-server.ts';
import { openStore } from '../platform/database/database.ts';
import { readMonth } from './camera-context.ts';
import { consumedMs } from './camera-sessions.store.ts';
import { camerasByIds, type StoredCamera } from './cameras.store.ts';
import { defaultCameraFeeds } from './index.ts';
import { CameraHub } from './stream/hub.ts';
import type { LiveSession } from './stream/live-session.ts';
import { LiveSessions } from './stream/live-sessions.ts';

const timeZone = 'America/Chicago';
/** Between two pictures of a viewer, ms. */
const tickMs = 100;
const horizonMs = 20_000;
const allowanceMs = 60_000;
const noon = Date.UTC(2026, 4, 15, 17);
const { to: monthEnd } = cameraMonth(noon, timeZone);

let server: TestServer;
let organizationId: string;
let userId: string;
let camera: StoredCamera;
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.organization('Our District');
  organizationId = made.organizationId;
  userId = made.people.admin.id;
  const id = await addCamera(server, made.people.admin.key, 'Pool');
  await server.store.db.updateTable('organizations').set({ camera_minutes: 1 }).execute();
  camera = (await camerasByIds(server.store.db, [id]))[0]!;
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.close());

/** A camera that has its first picture at once. */
const sources: CameraSources = {
  source: () => ({
    ...{ sends: 'pictures', problem: null },
    run: (sink, signal) =>
      new Promise((resolve) => {
        sink.picture(Buffer.from('a picture'));
        signal.addEventListener('abort', () => resolve());
      }),
  }),
  close: async () => {},
};

/** The client's end of a view: it answers all texts, and learns the address of its pictures. */
class Client extends EventEmitter {
  token = '';
  send(text: string): void {
    this.token = /session\/([^/]+)/.exec(text)?.[1] ?? this.token;
    this.emit('message', 'pong', false);
  }
  close(): void {
    queueMicrotask(() => this.emit('close'));
  }
  terminate(): void {}
}

/** A process that serves views, on connections of its own to the database. */
function startProcess() {
  const store = openStore(server.store.url, { onError: () => {} });
  const context = { db: store.db, secrets: testSecrets, sources, wallNow: () => Date.now() };
  const { times, limits } = defaultCameraFeeds;
  const live = new LiveSessions({
    ...{ ...context, times, limits, hub: new CameraHub(10_000), url: 'http://localhost' },
    log: pino({ level: 'silent' }),
  });
  const right = { kind: 'key', digest: 'a', isValid: async () => true } as const;
  return {
    live,
    /** A view; null where the allowance is used up. */
    async open(): Promise<{ client: Client; session: LiveSession | undefined } | null> {
      const { consumedMs: used, allowedMinutes } = await readMonth(context, organizationId);
      if (isUsedUp(used, allowedMinutes)) return null;
      const client = new Client();
      live.open({ organizationId, userId, link: null, right }, camera, client as unknown as WebSocket);
      return { client, session: live.byToken(client.token) };
    },
    /** As kill -9 does: nothing of it is written from now on. */
    kill: () => store.close(),
    async stop() {
      await live.close();
      await store.close();
    },
  };
}

const seconds = (min: number, max: number) => fc.integer({ min, max: max * 10 }).map((n) => n * 100);
const history = fc.record({
  leftMs: seconds(0, 15),
  /** Until the month ends; null: not soon. */
  monthEndsMs: fc.option(seconds(20, 18)),
  viewers: fc.array(
    fc.record({
      joinsMs: seconds(0, 12),
      staysMs: seconds(1, 20),
      pauses: fc.array(fc.record({ atMs: seconds(0, 15), ms: seconds(1, 4) }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  killMs: fc.option(seconds(1, 15), { freq: 2 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type Plan = History['viewers'][number];

const isPaused = ({ pauses }: Plan, ms: number) =>
  pauses.some(({ atMs, ms: length }) => ms > atMs && ms < atMs + length);

/** The plain model: views with a first and a last picture, which all end in the moment their sum reaches the allowance. */
class Model {
  readonly views: { first: number; last: number; plan: Plan | null; isOpen: boolean }[] = [];
  /** When the allowance of each month was used up. */
  readonly usedUpAt: number[] = [];

  consumed(at: number): number {
    const { from, to } = cameraMonth(at, timeZone);
    return this.views.reduce(
      (sum, { first, last }) => sum + Math.max(0, Math.min(last, to) - Math.max(first, from)),
      0,
    );
  }

  isUsedUp(at: number): boolean {
    return this.consumed(at) >= allowanceMs;
  }

  join(plan: Plan, at: number): void {
    if (!this.isUsedUp(at)) this.views.push({ first: at, last: at, plan, isOpen: true });
  }

  tick(at: number, begin: number): void {
    for (const view of this.views) {
      if (!view.plan) continue;
      if (at - begin >= view.plan.joinsMs + view.plan.staysMs) view.isOpen = false;
      if (view.isOpen && !isPaused(view.plan, at - begin)) view.last = at;
    }
    if (!this.isUsedUp(at)) return;
    if (this.views.some(({ isOpen }) => isOpen)) this.usedUpAt.push(at);
    this.end();
  }

  end(): number {
    const open = this.views.filter(({ isOpen }) => isOpen);
    for (const view of open) view.isOpen = false;
    return open.length;
  }
}

async function play({ leftMs, monthEndsMs, viewers, killMs }: History) {
  const { db } = server.store;
  await db.deleteFrom('camera_sessions').execute();
  const begin = monthEndsMs === null ? noon : monthEnd - monthEndsMs;
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    now: begin,
  });
  const model = new Model();
  const before = { first: begin - 600_000, last: begin - 600_000 + allowanceMs - leftMs };
  model.views.push({ ...before, plan: null, isOpen: false });
  await db
    .insertInto('camera_sessions')
    .values({
      ...{ id: '00000000-0000-4000-8000-000000000001', organization_id: organizationId, ended: true },
      ...{ camera_name: 'Gone', started_at: new Date(before.first), last_at: new Date(before.last) },
    })
    .execute();
  let lostMs = 0;
  let serving = startProcess();
  const killed: (typeof serving)[] = [];
  let open: { plan: Plan; client: Client; session: LiveSession | undefined }[] = [];
  for (let ms = 0; ms < horizonMs; ms += tickMs) {
    const at = begin + ms;
    if (ms === killMs) {
      await serving.kill();
      killed.push(serving);
      serving = startProcess();
      open = [];
      // What was seen since it was last written.
      lostMs = model.end() * 600;
    }
    for (const plan of viewers.filter(({ joinsMs }) => joinsMs === ms)) {
      model.join(plan, at);
      const opened = await serving.open();
      if (!opened) continue;
      opened.session?.delivered();
      open.push({ plan, ...opened });
    }
    for (const { plan, client, session } of open) {
      if (ms === plan.joinsMs + plan.staysMs) client.emit('close');
      else if (ms < plan.joinsMs + plan.staysMs && !isPaused(plan, ms)) session?.delivered();
    }
    model.tick(at, begin);
    vi.advanceTimersByTime(tickMs);
    await serving.live.settled();
  }
  await serving.stop();
  for (const { live } of killed) await live.close();
  vi.useRealTimers();
  return { model, lostMs, begin };
}

test('100 random histories of parallel viewers, pauses, kills and months against a plain model: the allowance is right to the second', async () => {
  let ends = 0;
  await fc.assert(
    fc.asyncProperty(history, async (made) => {
      const { model, lostMs, begin } = await play(made);
      // One that is used up as its month ends may be so in the model alone.
      fc.pre(!model.usedUpAt.some((at) => at < monthEnd && monthEnd - at < 1_000 + lostMs));
      ends += model.usedUpAt.length;
      for (const at of new Set([begin, begin + horizonMs])) {
        const month = cameraMonth(at, timeZone);
        const consumed = (await consumedMs(server.store.db, [{ id: organizationId, month }])).get(
          organizationId,
        );
        const difference = (consumed ?? 0) - model.consumed(at);
        expect(difference).toBeLessThanOrEqual(1_000);
        expect(difference).toBeGreaterThanOrEqual(-lostMs);
      }
    }),
    { numRuns: 100 },
  );
  // So that it is no test of views that end by themselves.
  expect(ends).toBeGreaterThan(30);
}, 600_000);
