import { checkedText, defineSettings, text } from '../platform/settings/settings.ts';

export interface AirQualitySettings {
  /** The source of live air quality; null uses only the stations of organizations. */
  readonly source: { readonly kind: 'airnow'; readonly key: string } | { readonly kind: 'open-meteo' } | null;
}

const sources = ['airnow', 'open-meteo', 'none'];

export const airQualitySettings = defineSettings(
  {
    ALLCLEAR_AIR_QUALITY: checkedText(
      {
        fallback: '`airnow` with a key, else `none`',
        meaning:
          'the source of live air quality: `airnow` (monitors of the United States), `open-meteo` (a model, the whole world; [its license](#open-meteo)) or `none`. Particle sensors of own weather stations count beside it',
      },
      (value) => sources.includes(value),
      (value) => `ALLCLEAR_AIR_QUALITY must be airnow, open-meteo or none, not '${value}'.`,
    ),
    ALLCLEAR_AIRNOW_KEY: text({ fallback: '–', meaning: 'a key of AirNow (free, docs.airnowapi.org)' }),
  },
  (values, { problem }): AirQualitySettings => {
    const key = values.ALLCLEAR_AIRNOW_KEY;
    const source = values.ALLCLEAR_AIR_QUALITY || (key === '' ? 'none' : 'airnow');
    if (source === 'open-meteo') return { source: { kind: 'open-meteo' } };
    if (source === 'none') return { source: null };
    if (key === '') problem('ALLCLEAR_AIR_QUALITY=airnow needs a key in ALLCLEAR_AIRNOW_KEY.');
    return { source: { kind: 'airnow', key } };
  },
);
