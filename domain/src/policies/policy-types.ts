/**
 * The catalog of policy types. Numbers that the specification leaves open have their reason beside them.
 */

/** Numeric threat types as the wire spells them (specification 1, section 3). */
export const threatTypes = {
  OTHER: 1,
  LIGHTNING: 2,
  WBGT: 3,
  HEAT: 4,
  CHILL: 5,
  PRECIP: 6,
  WIND: 7,
  GUST: 8,
  AQI: 9,
  SIREN: 10,
  NWS: 11,
  PROACTIVE_FORECAST: 13,
  MASS_NOTIFICATION: 14,
} as const;
export type ThreatType = (typeof threatTypes)[keyof typeof threatTypes];

export type PolicyTypeShortName =
  | 'LR1'
  | 'LR2'
  | 'LR3'
  | 'LR4'
  | 'WBGT'
  | 'HEAT'
  | 'CHILL'
  | 'WIND'
  | 'GUST'
  | 'PRECIP'
  | 'AQI'
  | 'AQI-MAX'
  | 'AQI-PM2.5'
  | 'AQI-PM10'
  | 'AQI-O3'
  | 'NWS';

/**
 * The evidence of a warning of a type: strikes and observed time, readings of a station, or the alerts of the
 * weather service.
 */
export type Evidence = 'lightning' | 'reading' | 'alert';

export interface PolicyType {
  readonly id: number;
  readonly shortName: PolicyTypeShortName;
  readonly name: string;
  readonly displayName: string;
  /** Of threshold and value; empty for alerts. */
  readonly unit: string;
  /** Decimals of the threshold, and of the value that is compared with it. */
  readonly precision: number;
  /** The largest threshold that may be set. */
  readonly limit: number;
  /** The smallest threshold that may be set. */
  readonly minThreshold: number;
  /** The shortest all clear that may be set, minutes. */
  readonly minAllClear: number;
  /** The longest all clear that may be set, minutes. */
  readonly maxAllClear: number;
  /** Whether a value at or *below* the threshold exceeds it. */
  readonly isDesc: boolean;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly threatType: ThreatType;
  readonly evidence: Evidence;
}

/**
 * Lightning: whole miles up to the 50 of the largest zone. A strike at the radius or nearer exceeds it, so
 * the type is descending and the largest radius is the most restrictive. 10 minutes is the shortest all-clear
 * timer that the specification allows (30 are advised).
 */
const lightning = {
  unit: 'mi',
  precision: 0,
  limit: 50,
  minThreshold: 1,
  minAllClear: 10,
  // The timer range of a location (specification 1, section 5).
  maxAllClear: 60,
  isDesc: true,
  categoryId: 1,
  categoryName: 'Lightning',
  threatType: threatTypes.LIGHTNING,
  evidence: 'lightning',
} as const;

/**
 * Readings come every few minutes at best: a shorter all clear than 10 minutes could rest on a single one.
 */
const reading = { minAllClear: 10, maxAllClear: 1440, isDesc: false, evidence: 'reading' } as const;

const wind = {
  ...reading,
  unit: 'mph',
  precision: 0,
  minThreshold: 1,
  categoryId: 3,
  categoryName: 'Wind',
} as const;

/** The index ends at 500; there is no category above. */
const airQuality = {
  ...reading,
  unit: 'AQI',
  precision: 0,
  limit: 500,
  minThreshold: 1,
  categoryId: 5,
  categoryName: 'Air Quality',
  threatType: threatTypes.AQI,
} as const;

/** Every type, in the order in which it is offered. Ids are stored and never change. */
export const policyTypes: readonly PolicyType[] = [
  { id: 1, shortName: 'LR1', name: 'Lightning Radius 1', displayName: 'Lightning', ...lightning },
  { id: 2, shortName: 'LR2', name: 'Lightning Radius 2', displayName: 'Lightning Zone 2', ...lightning },
  { id: 3, shortName: 'LR3', name: 'Lightning Radius 3', displayName: 'Lightning Zone 3', ...lightning },
  { id: 4, shortName: 'LR4', name: 'Lightning Radius 4', displayName: 'Lightning Zone 4', ...lightning },
  {
    // From freezing to beyond the highest measured value; the bands of the guidance are between 78 and 92 °F.
    id: 5,
    shortName: 'WBGT',
    name: 'Wet Bulb Globe Temperature',
    displayName: 'WBGT',
    unit: '°F',
    precision: 1,
    limit: 120,
    minThreshold: 32,
    ...reading,
    categoryId: 2,
    categoryName: 'Temperature',
    threatType: threatTypes.WBGT,
  },
  {
    // The specification lets heat policies apply at 65 °F and above; 150 °F is past the heat index's table.
    id: 6,
    shortName: 'HEAT',
    name: 'Heat Index',
    displayName: 'Heat Index',
    unit: '°F',
    precision: 0,
    limit: 150,
    minThreshold: 65,
    ...reading,
    categoryId: 2,
    categoryName: 'Temperature',
    threatType: threatTypes.HEAT,
  },
  {
    // Chill policies apply below 65 °F; −100 °F is the far end of the NWS wind chill chart.
    id: 7,
    shortName: 'CHILL',
    name: 'Wind Chill',
    displayName: 'Wind Chill',
    unit: '°F',
    precision: 0,
    limit: 64,
    minThreshold: -100,
    ...reading,
    isDesc: true,
    categoryId: 2,
    categoryName: 'Temperature',
    threatType: threatTypes.CHILL,
  },
  // The strongest gust measured outside a tornado is 253 mph (Barrow Island, 1996); sustained wind stays
  // under 200.
  {
    id: 8,
    shortName: 'WIND',
    name: 'Wind Speed',
    displayName: 'Wind Speed',
    ...wind,
    limit: 200,
    threatType: threatTypes.WIND,
  },
  {
    id: 9,
    shortName: 'GUST',
    name: 'Wind Gust',
    displayName: 'Wind Gust',
    ...wind,
    limit: 250,
    threatType: threatTypes.GUST,
  },
  {
    // The most rain of one day in the United States is 49.69 in (Waipā Gardens, 2018).
    id: 10,
    shortName: 'PRECIP',
    name: 'Precipitation',
    displayName: 'Precip',
    unit: 'in',
    precision: 2,
    limit: 50,
    minThreshold: 0.01,
    ...reading,
    categoryId: 4,
    categoryName: 'Precipitation',
    threatType: threatTypes.PRECIP,
  },
  // The index that the Air Quality card shows for a place.
  { id: 16, shortName: 'AQI', name: 'Air Quality Index', displayName: 'Air Quality Index', ...airQuality },
  { id: 11, shortName: 'AQI-MAX', name: 'Air Quality (highest)', displayName: 'Air Quality', ...airQuality },
  {
    id: 12,
    shortName: 'AQI-PM2.5',
    name: 'Air Quality PM2.5',
    displayName: 'Air Quality PM2.5',
    ...airQuality,
  },
  { id: 13, shortName: 'AQI-PM10', name: 'Air Quality PM10', displayName: 'Air Quality PM10', ...airQuality },
  { id: 14, shortName: 'AQI-O3', name: 'Air Quality Ozone', displayName: 'Air Quality Ozone', ...airQuality },
  {
    // An alert has no threshold (it stays 0). It is over when its office cancels it or it expires; there is
    // no quiet time after that.
    id: 15,
    shortName: 'NWS',
    name: 'National Weather Service Alert',
    displayName: 'NWS Alert',
    unit: '',
    precision: 0,
    limit: 0,
    minThreshold: 0,
    minAllClear: 0,
    maxAllClear: 1440,
    isDesc: false,
    categoryId: 6,
    categoryName: 'Weather Service',
    threatType: threatTypes.NWS,
    evidence: 'alert',
  },
];

const byShortName: ReadonlyMap<string, PolicyType> = new Map(
  policyTypes.map((type) => [type.shortName, type]),
);
const byId: ReadonlyMap<number, PolicyType> = new Map(policyTypes.map((type) => [type.id, type]));

/** The type of a short name as the wire spells it ('LR1'); undefined for any other text. */
export function policyTypeOf(shortName: string): PolicyType | undefined {
  return byShortName.get(shortName);
}

/** The type of an id; undefined for any other number. */
export function policyTypeById(id: number): PolicyType | undefined {
  return byId.get(id);
}
