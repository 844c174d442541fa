/** The scenarios of `--scenario`. */
export const scenarios = ['afternoon-storms', 'heat-wave', 'winter', 'smoke', 'quiet', 'outage'] as const;
export type Scenario = (typeof scenarios)[number];

/** The air of a scenario between its storms. Temperatures °C, wind m/s. */
export interface Climate {
  /** Whether thunderstorms cross the places and their surroundings. */
  readonly storms: boolean;
  /** Whether bands of snow and freezing rain cross. */
  readonly snow: boolean;
  /** Whether there is a distant tropical system. */
  readonly tropical: boolean;
  /** With the sun at the horizon, at 28° north and nearer to the equator. */
  readonly temperatureC: number;
  /** Temperature rise two and a half hours after a sun overhead, and drop after a midnight. */
  readonly swingC: number;
  /** Temperature drop per degree of latitude further from the equator than 28°. */
  readonly coolingCPerDegree: number;
  readonly dewPointC: number;
  /** Variation between days and places, 0–1. */
  readonly unrest: number;
  readonly windMps: number;
  /** 0–1. */
  readonly cloudCover: number;
  /** Fine particles, µg/m³: background, and the addition of the thickest smoke. */
  readonly cleanPm25: number;
  readonly smokePm25: number;
  /** Ozone of a sunny afternoon, ppb. */
  readonly afternoonOzonePpb: number;
}

const summer: Climate = {
  storms: true,
  snow: false,
  tropical: true,
  temperatureC: 26,
  swingC: 6.5,
  coolingCPerDegree: 0.35,
  dewPointC: 21,
  unrest: 1,
  windMps: 2.7,
  cloudCover: 0.2,
  cleanPm25: 8,
  smokePm25: 0,
  afternoonOzonePpb: 52,
};

export const climates: Record<Scenario, Climate> = {
  'afternoon-storms': summer,
  outage: summer,
  quiet: { ...summer, storms: false, temperatureC: 19, dewPointC: 11, cloudCover: 0.1 },
  'heat-wave': {
    ...summer,
    storms: false,
    temperatureC: 26.7,
    swingC: 10.4,
    coolingCPerDegree: 0,
    dewPointC: 24.2,
    unrest: 0.2,
    windMps: 2,
    cloudCover: 0.05,
    afternoonOzonePpb: 86,
  },
  smoke: {
    ...summer,
    storms: false,
    temperatureC: 22,
    dewPointC: 9,
    cloudCover: 0.3,
    smokePm25: 190,
    afternoonOzonePpb: 74,
  },
  winter: {
    storms: false,
    snow: true,
    tropical: false,
    temperatureC: -4,
    swingC: 4,
    coolingCPerDegree: 0.5,
    dewPointC: -6,
    unrest: 1,
    windMps: 7,
    cloudCover: 0.75,
    cleanPm25: 11,
    smokePm25: 0,
    afternoonOzonePpb: 32,
  },
};
