import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { notifications } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { sendDailyForecasts } from './daily-forecasts.ts';
import { massMessageRoutes } from './mass/mass.routes.ts';
import { proactiveForecastRoutes } from './routes.ts';

export const messages = defineSubject({
  name: 'messages',
  needs: { lightning, forecasts, notifications },
  async open({ platform, needs }) {
    const { db, clock, log, secrets } = platform;
    const weather = weatherKind(platform.weather);
    const { source } = needs.forecasts;
    const { live } = needs.lightning;
    const { channels } = needs.notifications;
    return {
      api: {},
      routes(app) {
        proactiveForecastRoutes(app, { db, clock, weather });
        massMessageRoutes(app, { db, clock, secrets, live, channels });
      },
      loops:
        source === null
          ? []
          : [
              {
                name: 'daily forecasts',
                run: (signal) => sendDailyForecasts({ db, clock, log, source, weather, signal }),
              },
            ],
    };
  },
});
