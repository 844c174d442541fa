import type { MapSettings } from '@allclear/contract';
import { type PlaybackSpeed, type RadarStyle, radarStyles, speedMs } from '../radar/playback.ts';

export type LayerName = MapSettings['overlays'][number];
export type BaseMap = MapSettings['baseLayerStyle'];
export type MenuName = 'layer' | 'base' | 'legend' | 'road-conditions' | 'options' | 'radar';
export type ActionMode = 'observation' | 'measure';

/** Whether a base map is our own map, in one of its two tones. */
export const isPlain = (base: BaseMap): base is 'light' | 'dark' => base === 'light' || base === 'dark';

/** The layers in menu order, with their names. */
export const layerNames: readonly (readonly [LayerName, string])[] = [
  ['radar', 'Radar'],
  ['lightning', 'Lightning'],
  ['storm-vectors', 'Storm Cells'],
  ['nws-alerts', 'NWS Alerts'],
  ['road-conditions', 'Road Conditions'],
  ['surface-analysis', 'Surface Analysis'],
  ['tropical-forecast', 'Tropical Forecast'],
  ['tropical-models', 'Tropical Models'],
];

/** The user's settings of the map, and the open menu. */
export interface Choices {
  readonly base: BaseMap;
  readonly overlays: readonly LayerName[];
  readonly radarStyle: RadarStyle;
  readonly opacity: number;
  readonly speed: PlaybackSpeed;
  readonly showAllLocations: boolean;
  /** The one menu that is open. */
  readonly menu: MenuName | null;
  readonly action: ActionMode | null;
}

export type ChoiceAction =
  | { readonly type: 'layer'; readonly layer: LayerName; readonly on: boolean }
  | { readonly type: 'base'; readonly base: BaseMap }
  | { readonly type: 'radar-style'; readonly style: RadarStyle }
  | { readonly type: 'opacity'; readonly opacity: number }
  | { readonly type: 'speed'; readonly speed: PlaybackSpeed }
  | { readonly type: 'all-locations'; readonly on: boolean }
  | { readonly type: 'menu'; readonly menu: MenuName | null }
  | { readonly type: 'action'; readonly action: ActionMode | null };

/** Over the United States radar also has a forecast; elsewhere only the past. */
const usBounds = { south: 24.5, north: 49, west: -126, east: -67 };
export function isInUs({ latitude, longitude }: { latitude: number; longitude: number }): boolean {
  return (
    latitude >= usBounds.south &&
    latitude <= usBounds.north &&
    longitude >= usBounds.west &&
    longitude <= usBounds.east
  );
}

/**
 * The available radar types: those of radar where radar is shown, those of roads where roads are; outside the
 * United States only the past.
 */
export function stylesFor(overlays: readonly LayerName[], inUs: boolean): [RadarStyle, ...RadarStyle[]] {
  if (overlays.includes('road-conditions')) return ['current-road-conditions', 'future-road-conditions'];
  return inUs ? ['past', 'future', 'extended'] : ['past'];
}

export function choose(state: Choices, action: ChoiceAction): Choices {
  switch (action.type) {
    case 'layer':
      return withLayer(state, action.layer, action.on);
    case 'base':
      return { ...state, base: action.base };
    case 'radar-style':
      return { ...state, radarStyle: action.style };
    case 'opacity':
      return { ...state, opacity: action.opacity };
    case 'speed':
      return { ...state, speed: action.speed };
    case 'all-locations':
      return { ...state, showAllLocations: action.on };
    case 'menu':
      return { ...state, menu: action.menu === state.menu ? null : action.menu };
    case 'action':
      return { ...state, action: action.action === state.action ? null : action.action };
  }
}

/** Radar and road conditions are never shown together (spec 1 section 4 'Map overlays'). */
function withLayer(state: Choices, layer: LayerName, on: boolean): Choices {
  const others = state.overlays.filter((one) => one !== layer);
  if (!on) return { ...state, overlays: others };
  if (layer === 'road-conditions') {
    return {
      ...state,
      overlays: [...others.filter((one) => one !== 'radar'), layer],
      radarStyle: 'future-road-conditions',
    };
  }
  if (layer === 'radar')
    return {
      ...state,
      overlays: [...others.filter((one) => one !== 'road-conditions'), layer],
      radarStyle: 'past',
    };
  return { ...state, overlays: [...others, layer] };
}

/** Reads the stored settings of a user; a style that does not fit the layers is replaced by the default. */
export function choicesFrom(settings: MapSettings): Choices {
  const { baseLayerStyle: base, overlays, opacity, speed, showAllLocations, radarStyle } = settings;
  const styles = stylesFor(overlays, true);
  const style = radarStyles.find((one) => one === radarStyle && styles.includes(one)) ?? styles[0];
  return {
    base,
    overlays: [...new Set(overlays)],
    radarStyle: style,
    opacity,
    speed: speed in speedMs ? speed : 'normal',
    showAllLocations,
    menu: null,
    action: null,
  };
}

/** The stored part of the settings, without open menus and tools. */
export function settingsFrom(choices: Choices, view: MapSettings['view']): MapSettings {
  const { base: baseLayerStyle, overlays, radarStyle, opacity, speed, showAllLocations } = choices;
  return { baseLayerStyle, overlays: [...overlays], radarStyle, opacity, speed, showAllLocations, view };
}

/** The defaults of the specification. */
export const initialSettings: MapSettings = {
  baseLayerStyle: 'light',
  overlays: ['radar', 'lightning'],
  radarStyle: 'past',
  opacity: 1,
  speed: 'normal',
  showAllLocations: false,
  view: null,
};
