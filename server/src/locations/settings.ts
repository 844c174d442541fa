import { address, choice, count, defineSettings } from '../platform/settings/settings.ts';

export interface LocationSettings {
  /**
   * A Photon or Nominatim address search, or that of the Census Bureau; null uses the built-in place names.
   */
  readonly geocoder:
    | { readonly kind: 'photon' | 'nominatim'; readonly url: string }
    | { readonly kind: 'census'; readonly url: string | null }
    | null;
  readonly locationsPerPerson: number;
}

export const locationSettings = defineSettings(
  {
    ALLCLEAR_GEOCODER: choice(
      {
        fallback: 'place names that come along',
        meaning:
          'address search: `census` (street addresses of the United States, from the Census Bureau), or a `photon` (default) or `nominatim` server at `ALLCLEAR_GEOCODER_URL`',
      },
      ['photon', 'nominatim', 'census'],
      (value) => `ALLCLEAR_GEOCODER must be photon, nominatim or census, not '${value}'.`,
      'photon',
    ),
    ALLCLEAR_GEOCODER_URL: address('ALLCLEAR_GEOCODER_URL', {
      fallback: '–',
      meaning: 'the server of the address search',
    }),
    ALLCLEAR_LOCATIONS_PER_PERSON: count('ALLCLEAR_LOCATIONS_PER_PERSON', {
      fallback: '1000',
      meaning: 'most locations that one person may have',
    }),
  },
  ({
    ALLCLEAR_GEOCODER: kind,
    ALLCLEAR_GEOCODER_URL: url,
    ALLCLEAR_LOCATIONS_PER_PERSON: locationsPerPerson,
  }): LocationSettings => {
    if (kind === 'census') return { geocoder: { kind, url: url === '' ? null : url }, locationsPerPerson };
    return { geocoder: url === '' ? null : { kind, url }, locationsPerPerson };
  },
);
