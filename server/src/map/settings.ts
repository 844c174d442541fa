import type { BaseMapSetting } from '@allclear/adapters';
import { checkedText, defineSettings, isHttpAddress, number, text } from '../platform/settings/settings.ts';
import { readBaseMapSettings } from './base-maps/settings.ts';

export interface MapSettings {
  /**
   * The URL of the list of radar maps outside the United States (RainViewer, or a compatible server); null
   * for none.
   */
  readonly rainViewerUrl: string | null;
  /** Most memory that images of the radar may take, bytes. */
  readonly radarCacheBytes: number;
  /** Limit of the radar images in the data folder, bytes; 0 stores none. */
  readonly radarDiskBytes: number;
  /** Base maps besides the product's own; their URLs may contain keys. */
  readonly baseMaps: readonly BaseMapSetting[];
}

const MEGABYTE = 1024 * 1024;

export const mapSettings = defineSettings(
  {
    ALLCLEAR_RAINVIEWER_URL: checkedText(
      {
        fallback: "RainViewer's",
        meaning:
          'list of radar maps beyond the United States: RainViewer, whose free maps are for personal and educational use, or a server of your own that speaks the same (LibreWXR); `none` for none',
      },
      (value) => value === 'none' || isHttpAddress(value),
      (value) => `ALLCLEAR_RAINVIEWER_URL must be an http or https address, or none, not '${value}'.`,
      'https://api.rainviewer.com/public/weather-maps.json',
    ),
    ALLCLEAR_RADAR_CACHE_MB: number(
      { fallback: '128', meaning: 'most memory that radar images may take; all users share them' },
      /^\d{1,5}$/,
      (megabytes) => megabytes >= 8,
      (value) => `ALLCLEAR_RADAR_CACHE_MB must be a number of megabytes from 8, not '${value}'.`,
      128,
    ),
    ALLCLEAR_RADAR_DISK_MB: number(
      {
        fallback: '512',
        meaning:
          'most that radar tiles of live sources may take in `DATA/radar`, so that a restart does not ask for them again; 0 keeps none',
      },
      /^\d{1,7}$/,
      () => true,
      (value) => `ALLCLEAR_RADAR_DISK_MB must be a number of megabytes, or 0 for none, not '${value}'.`,
      512,
    ),
    ALLCLEAR_SATELLITE_MAP: text({ fallback: '–', meaning: 'a satellite [base map](#base-maps)' }),
    ALLCLEAR_SATELLITE_MAP_CREDIT: text({ fallback: '–', meaning: 'whom `ALLCLEAR_SATELLITE_MAP` credits' }),
    ALLCLEAR_STREET_MAP: text({ fallback: '–', meaning: 'a [base map](#base-maps) with streets' }),
    ALLCLEAR_STREET_MAP_CREDIT: text({ fallback: '–', meaning: 'whom `ALLCLEAR_STREET_MAP` credits' }),
  },
  (values, { problem }): MapSettings => ({
    rainViewerUrl: values.ALLCLEAR_RAINVIEWER_URL === 'none' ? null : values.ALLCLEAR_RAINVIEWER_URL,
    radarCacheBytes: values.ALLCLEAR_RADAR_CACHE_MB * MEGABYTE,
    radarDiskBytes: values.ALLCLEAR_RADAR_DISK_MB * MEGABYTE,
    baseMaps: readBaseMapSettings(
      [
        {
          name: 'satellite',
          variable: 'ALLCLEAR_SATELLITE_MAP',
          url: values.ALLCLEAR_SATELLITE_MAP,
          credit: values.ALLCLEAR_SATELLITE_MAP_CREDIT,
        },
        {
          name: 'street',
          variable: 'ALLCLEAR_STREET_MAP',
          url: values.ALLCLEAR_STREET_MAP,
          credit: values.ALLCLEAR_STREET_MAP_CREDIT,
        },
      ],
      problem,
    ),
  }),
);
