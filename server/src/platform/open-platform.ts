import { createRasterPool } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { createChangeBus } from './change-feed/change-bus.ts';
import { StoreMemory } from './change-feed/store-memory.ts';
import type { Clock } from './clock/clock.ts';
import type { Store } from './database/database.ts';
import { everyPlace, type PlaceShare } from './engine/place-share.ts';
import { EventStreams } from './events/event-streams.ts';
import { topicScopes } from './open-subjects.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { BaseSettings } from './settings/base-settings.ts';
import type { Platform, Subject } from './subject.ts';
import type { OpenWeatherSource } from './weather/weather-source.ts';

/** Creates the platform that a process offers to its subjects; the caller closes what it passes in. */
export function openPlatform(
  subjects: readonly Subject[],
  {
    store,
    clock,
    log,
    settings,
    secrets,
    weather,
    share = everyPlace,
  }: {
    store: Store;
    clock: Clock;
    log: FastifyBaseLogger;
    settings: BaseSettings;
    secrets: SecretBox;
    weather: Pick<OpenWeatherSource, 'source' | 'http'>;
    /** All places where the process shares with no engine. */
    share?: PlaceShare;
  },
): { platform: Platform; close(): Promise<void> } {
  const rasterPool = createRasterPool();
  const events = new EventStreams(clock.now, topicScopes(subjects), (userId) =>
    log.info({ userId }, 'an event stream that is not read was ended'),
  );
  return {
    platform: {
      store,
      db: store.db,
      clock,
      log,
      settings,
      secrets,
      weather: weather.source,
      http: weather.http,
      rasterPool,
      changes: createChangeBus(),
      events,
      memory: new StoreMemory(),
      share,
    },
    async close() {
      events.closeAll();
      await rasterPool.close();
    },
  };
}
