import { type CameraSources, openCameraSources, readDeviceNetworks } from '@allclear/adapters';
import { connectMs, continueMs, keepAliveMs, viewingMs } from '@allclear/contract';
import { type CameraTimes, DAY_MS, stillTimes } from '@allclear/domain';
import { hardware } from '../hardware/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { BaseSettings } from '../platform/settings/base-settings.ts';
import { defineSubject, type Platform } from '../platform/subject.ts';
import { cameraRoutes } from './camera.routes.ts';
import type { CameraContext } from './camera-context.ts';
import { cameraLinkRoutes } from './camera-links.routes.ts';
import { dropViewsBefore } from './camera-sessions.store.ts';
import { cameraSettings } from './settings.ts';
import { CameraStills, type StillOptions } from './stills/camera-stills.ts';
import { CameraHub } from './stream/hub.ts';
import { type LiveLimits, LiveSessions } from './stream/live-sessions.ts';
import { streamRoutes } from './stream/stream.routes.ts';

export { cameraNames } from './cameras.store.ts';
export type { CameraStills, StillState } from './stills/camera-stills.ts';

/** What tests set; null is what the product has. */
export interface CameraFeeds {
  readonly sources: CameraSources | null;
  readonly times: CameraTimes;
  readonly limits: LiveLimits;
  /** A feed without viewers is kept for so long, ms. */
  readonly lingerMs: number;
  readonly stills: Pick<StillOptions, 'times' | 'takeMs' | 'watchMs'>;
}

const viewsKeptMs = 400 * DAY_MS;

export const defaultCameraFeeds: CameraFeeds = {
  sources: null,
  times: { connectMs, viewingMs, continueMs, keepAliveMs },
  limits: { perPerson: 6, perLink: 100, total: 1_000 },
  lingerMs: 10_000,
  stills: { times: stillTimes, takeMs: 20_000, watchMs: 30_000 },
};

export interface CamerasApi {
  /** Connections to cameras, and viewers, of this process. */
  readonly counts: () => LiveSessions['counts'];
  /** Pictures for whoever shows a camera now and then instead of live. */
  readonly stills: CameraStills;
}

/** Live cameras: their setup, the stream to those who watch, and the log and allowance of what was watched. */
export const cameras = defineSubject({
  name: 'cameras',
  needs: { hardware },
  settings: cameraSettings,
  openFeeds: () => defaultCameraFeeds,
  async open({ platform, settings, needs, feeds }) {
    const { db, secrets, log } = platform;
    const { url } = platform.settings;
    const sources = feeds.sources ?? openSources(platform, settings.ffmpeg, needs.hardware.networks);
    const context: CameraContext = { db, secrets, sources, wallNow };
    const hub = new CameraHub(feeds.lingerMs, (error) =>
      log.warn({ err: error }, 'a live camera sends nothing any more'),
    );
    const stills = new CameraStills({ ...context, ...feeds.stills, hub, log });
    let live: LiveSessions | null = null;
    const api: CamerasApi = { counts: () => live?.counts ?? { feeds: 0, sessions: 0 }, stills };
    return {
      api,
      async routes(app) {
        const sessions = new LiveSessions({ ...context, ...feeds, sources, hub, log, url });
        live = sessions;
        cameraRoutes(app, context);
        cameraLinkRoutes(app, context);
        await streamRoutes(
          app,
          { ...context, url, authenticate: (from) => app.authenticate(from) },
          sessions,
        );
        app.addHook('preClose', async () => {
          await stills.close();
          await sessions.close();
        });
      },
      // Views are timed by the wall clock, which the clock of simulated weather may be far ahead of.
      retention: [
        {
          table: 'camera_sessions',
          keepMs: viewsKeptMs,
          dropBefore: (from, actor) => dropViewsBefore(from, actor, wallNow() - viewsKeptMs),
        },
      ],
      async close() {
        await stills.close();
        await hub.close();
        await sources.close();
      },
    };
  },
});

function openSources(
  { weather, clock, settings }: Pick<Platform, 'weather' | 'clock'> & { settings: BaseSettings },
  ffmpeg: string,
  networks: string,
): CameraSources {
  const read = readDeviceNetworks(networks);
  // The settings were checked at the start.
  if ('problem' in read) throw new Error(read.problem);
  return openCameraSources({
    networks: read.networks,
    ffmpeg,
    simulation: weather.kind === 'simulated' ? simulationOf(weather.options, () => clock.now()) : null,
    http: { proxy: settings.proxy },
  });
}

function simulationOf(
  options: Extract<Platform['weather'], { kind: 'simulated' }>['options'],
  now: () => number,
) {
  const { latitude, longitude } = options.places[0] ?? { latitude: 28, longitude: -82.5 };
  const place = { name: 'Simulated camera', latitude, longitude, timeZone: 'America/New_York' };
  return { options, now, place };
}
