import {
  type BaseMap,
  createBaseMap,
  createIemComposite,
  createIemModel,
  createIemStormCells,
  createNhc,
  createRainViewer,
  createSimulatedFronts,
  createSimulatedRadar,
  createSimulatedRoads,
  createSimulatedStormCells,
  createSimulatedTropical,
  createWpcFronts,
  type FrontsFeed,
  type RadarFeed,
  type RoadConditions,
  type StormCellFeed,
  type TropicalFeed,
} from '@allclear/adapters';
import type { Platform } from '../platform/subject.ts';
import type { MapSettings } from './settings.ts';

export interface MapFeeds {
  readonly radar: readonly RadarFeed[];
  readonly stormCells: StormCellFeed;
  readonly tropical: TropicalFeed;
  /** Null without a source of surface analyses. */
  readonly fronts: FrontsFeed | null;
  /** Null where they are worked out from what the store has. */
  readonly roads: RoadConditions | null;
  readonly baseMaps: readonly BaseMap[];
}

export function openMapFeeds(
  { weather, http: live, rasterPool: pool }: Pick<Platform, 'weather' | 'http' | 'rasterPool'>,
  { rainViewerUrl, baseMaps }: MapSettings,
): MapFeeds {
  // Base maps are no weather: they are never recorded or replayed.
  const maps = baseMaps.map((setting) => createBaseMap(setting, { http: live }));
  if (weather.kind === 'simulated') {
    const { options } = weather;
    return {
      radar: [createSimulatedRadar(options, 'past', pool), createSimulatedRadar(options, 'future', pool)],
      stormCells: createSimulatedStormCells(options),
      tropical: createSimulatedTropical(options),
      fronts: createSimulatedFronts(options),
      roads: createSimulatedRoads(options, pool),
      baseMaps: maps,
    };
  }
  const { http } = weather;
  return {
    radar: [
      createIemComposite({ http }),
      createIemModel({ http }),
      ...(rainViewerUrl ? [createRainViewer({ http, url: rainViewerUrl })] : []),
    ],
    stormCells: createIemStormCells({ http }),
    tropical: createNhc({ http }),
    fronts: createWpcFronts({ http }),
    roads: null,
    baseMaps: maps,
  };
}
