import { DAY_MS } from '@allclear/domain';
import { airQuality } from '../air-quality/index.ts';
import { cameras } from '../cameras/index.ts';
import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { map } from '../map/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { publicShowRoutes } from './public-shows.routes.ts';
import { PublicShows } from './public-shows.ts';
import { dropLinksExpiredBefore } from './show-links.store.ts';
import { defaultShowLimits, type ShowLimits } from './show-streams.ts';
import { showRoutes } from './shows.routes.ts';

export { insertShow, listShows } from './shows.store.ts';

export interface ShowsApi {
  /** Screens that follow a stream of this process. */
  readonly streams: () => number;
}

/** What tests set. */
export interface ShowFeeds {
  readonly limits: ShowLimits;
}

/** Links that expired are listed for so long. */
const expiredKeptMs = 30 * DAY_MS;

/** What organizations show on walls, televisions and jumbotrons. */
export const shows = defineSubject({
  name: 'shows',
  needs: { lightning, forecasts, airQuality, map, cameras },
  changeTopics: ['shows'],
  openFeeds: (): ShowFeeds => ({ limits: defaultShowLimits }),
  async open({ platform, needs, feeds }) {
    const { db, clock, log, secrets } = platform;
    const live = new PublicShows({
      ...{ db, clock, log, secrets, live: needs.lightning.live, radar: needs.map.radar },
      stills: needs.cameras.stills,
      sources: { forecast: needs.forecasts.source, airQuality: needs.airQuality.source },
      ...{ weather: weatherKind(platform.weather), limits: feeds.limits },
    });
    const api: ShowsApi = { streams: () => live.streams };
    return {
      api,
      routes(app) {
        live.answers.setHeaders(Object.fromEntries(app.secureHeaders));
        showRoutes(app, { db, clock, shows: live });
        publicShowRoutes(app, live);
        // Streams would keep the server from closing.
        app.addHook('preClose', async () => live.close());
      },
      // Links end by the wall clock, which the clock of simulated weather may be far ahead of.
      retention: [
        {
          table: 'show_links',
          keepMs: expiredKeptMs,
          dropBefore: (from, actor) => dropLinksExpiredBefore(from, actor, wallNow() - expiredKeptMs),
        },
      ],
      changes: {
        apply: (change) => live.apply(change),
        async reload() {
          live.apply(null);
        },
      },
      close: async () => live.close(),
    };
  },
});
