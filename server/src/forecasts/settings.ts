import { choice, defineSettings } from '../platform/settings/settings.ts';

export interface ForecastSettings {
  /** The source of live forecasts. */
  readonly source: 'nws' | 'open-meteo';
}

export const forecastSettings = defineSettings(
  {
    ALLCLEAR_FORECAST: choice(
      {
        fallback: '`nws`',
        meaning:
          'the source of live forecasts: `nws` (the US National Weather Service, United States only) or `open-meteo` (the whole world; [its license](#open-meteo))',
      },
      ['nws', 'open-meteo'],
      (value) => `ALLCLEAR_FORECAST must be nws or open-meteo, not '${value}'.`,
      'nws',
    ),
  },
  (values): ForecastSettings => ({ source: values.ALLCLEAR_FORECAST }),
);
