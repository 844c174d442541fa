import { airQuality } from '../air-quality/index.ts';
import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { map } from '../map/index.ts';
import { notifications } from '../notifications/index.ts';
import { hasMail } from '../platform/settings/base-settings.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { guideJob } from './guide-job.ts';
import { widgetPageRoutes } from './page/widget-page.routes.ts';
import { publicWidgetRoutes, widgetsFromMemory } from './public-widgets.routes.ts';
import { PublicWidgets } from './public-widgets.ts';
import { widgetHost, widgetSettings } from './settings.ts';
import { widgetRoutes } from './widgets.routes.ts';

export { readWidgetOrganization, type WidgetOrganizationData } from './widget-surroundings.ts';
export { noWeather, type WeatherSources, type WidgetWeather, weatherOfWidgets } from './widget-weather.ts';

export interface WidgetsApi {
  /** The sites that may embed the widget of an address; empty allows all, null: there is no such widget. */
  readonly allowedSitesOf: (publicId: string) => Promise<readonly string[] | null>;
  /** The address of widgets by itself; null where they are below the address of the installation. */
  readonly widgetUrl: string | null;
}

/** What organizations show of a place on their websites, for everybody. */
export const widgets = defineSubject({
  name: 'widgets',
  needs: { lightning, forecasts, airQuality, map, notifications },
  settings: widgetSettings,
  changeTopics: ['widgets'],
  async open({ platform, settings, needs }) {
    const { db, clock, log } = platform;
    const sources = { forecast: needs.forecasts.source, airQuality: needs.airQuality.source };
    const live = new PublicWidgets({
      ...{ db, clock, log, sources, live: needs.lightning.live, radar: needs.map.radar },
      weather: weatherKind(platform.weather),
    });
    const host = widgetHost(settings, platform.settings.url);
    const api: WidgetsApi = {
      allowedSitesOf: (publicId) => live.allowedSitesOf(publicId),
      widgetUrl: settings.url,
    };
    return {
      api,
      async routes(app) {
        widgetRoutes(app, {
          ...{ db, clock, host, widgets: live, airQuality: sources.airQuality },
          hasMail: hasMail(platform.settings),
        });
        live.answers.setHeaders(Object.fromEntries(app.secureHeaders));
        publicWidgetRoutes(app, live);
        await widgetPageRoutes(app, {
          url: platform.settings.url,
          widgetUrl: settings.url,
          allowedSitesOf: api.allowedSitesOf,
        });
      },
      fromMemory: widgetsFromMemory(live),
      jobs: [guideJob({ email: needs.notifications.channels.adapters.email, host })],
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
