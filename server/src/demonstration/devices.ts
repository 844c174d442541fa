import {
  type StartSimulator,
  startAlgoSimulator,
  startAxisSimulator,
  startControlByWebSimulator,
  startShellySimulator,
  startWebRelaySimulator,
  type Wiring,
} from '@allclear/adapters';

/** A simulator that runs with the demonstration, and the unit that it is. */
export interface DemonstrationDevice {
  /** In the address of the unit: `simulator:stadium-siren`. */
  readonly name: string;
  readonly start: StartSimulator;
  readonly unit: {
    readonly name: string;
    readonly model: 'OWS' | 'PAS' | 'RLY';
    readonly driver: string;
    readonly wiring: Wiring;
    /** Of the demonstration's places, from 0. */
    readonly place: number;
    /** The unit that speaks after it, by the name of its simulator. */
    readonly speaker?: string;
    readonly postWarnClip?: string;
    readonly postAllClearClip?: string;
    readonly publicPage?: boolean;
  };
}

const none: Wiring = { warningSound: null, allClearSound: null, light: null };
const relays: Wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
const switches: Wiring = { warningSound: 'switch:0', allClearSound: 'switch:1', light: 'switch:2' };
const patterns: Wiring = {
  warningSound: 'Alarm: Horror',
  allClearSound: 'Alarm: Pulse',
  light: 'Alternate / red',
};
const tones: Wiring = {
  warningSound: 'warble3-high.wav',
  allClearSound: 'chime.wav',
  light: '2 red 255',
};

/** The clips that the simulated speakers have. */
export const demonstrationClips = { shelter: 'Go inside', allClear: 'All clear' } as const;
const clips = { postWarnClip: demonstrationClips.shelter, postAllClearClip: demonstrationClips.allClear };

export const demonstrationDevices: readonly DemonstrationDevice[] = [
  {
    ...{ name: 'stadium-speakers', start: startAxisSimulator },
    unit: { name: 'Stadium loudspeakers', model: 'PAS', driver: 'axis', wiring: none, place: 0 },
  },
  {
    ...{ name: 'stadium-siren', start: startControlByWebSimulator },
    unit: {
      ...{ name: 'Stadium siren', model: 'OWS', driver: 'controlbyweb', wiring: relays, place: 0 },
      ...{ ...clips, speaker: 'stadium-speakers', publicPage: true },
    },
  },
  {
    ...{ name: 'fields-siren', start: startShellySimulator },
    unit: { name: 'Practice fields siren', model: 'OWS', driver: 'shelly', wiring: switches, place: 1 },
  },
  {
    ...{ name: 'pool-siren', start: startAxisSimulator },
    unit: {
      ...{ name: 'Aquatic center siren', model: 'OWS', driver: 'axis', wiring: patterns, place: 2, ...clips },
    },
  },
  {
    ...{ name: 'golf-horn', start: startAlgoSimulator },
    unit: {
      ...{ name: 'Golf course horn', model: 'OWS', driver: 'algo', wiring: tones, place: 3 },
      ...{ postWarnClip: 'bell-na.wav', postAllClearClip: 'gong.wav' },
    },
  },
  {
    ...{ name: 'track-relay', start: startWebRelaySimulator },
    unit: { name: 'Track relay', model: 'RLY', driver: 'webrelay', wiring: none, place: 4 },
  },
];
