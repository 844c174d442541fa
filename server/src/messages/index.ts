import { forecasts } from '../forecasts/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { sendDailyForecasts } from './daily-forecasts.ts';
import { proactiveForecastRoutes } from './routes.ts';

export const messages = defineSubject({
  name: 'messages',
  needs: { forecasts },
  async open({ platform, needs }) {
    const { db, clock, log } = platform;
    const weather = weatherKind(platform.weather);
    const { source } = needs.forecasts;
    return {
      api: {},
      routes: (app) => proactiveForecastRoutes(app, { db, clock, weather }),
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
