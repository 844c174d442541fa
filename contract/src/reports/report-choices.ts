// What can be chosen of a report: plain data, so that the browser has it without the schemas.

/** What a report may tell of stations (spec 3 section 2.4). */
export const reportObservationTypes = [
  'AmbientTemperature',
  'FeelsLike',
  'HeatIndex',
  'WindChill',
  'WBGT',
  'Precipitation',
  'RelativeHumidity',
  'DewPoint',
  'Evapotranspiration',
  'WindGust',
  'WindSpeed',
  'PM2_5_AQI',
  'PM10_AQI',
] as const;
export type ReportObservationType = (typeof reportObservationTypes)[number];

export const reportMetrics = ['max', 'min', 'avg', 'sum'] as const;
export type ReportMetric = (typeof reportMetrics)[number];

/** Policy types by group (spec 3 section 2.4). */
export const reportPolicyGroups = {
  Lightning: ['LR1', 'LR2', 'LR3', 'LR4'],
  HeatStress: ['HEAT', 'WBGT'],
  ColdStress: ['CHILL'],
  Wind: ['WIND', 'GUST'],
  Precipitation: ['PRECIP'],
  AirQuality: ['AQI-MAX', 'AQI-PM2.5', 'AQI-PM10', 'AQI-O3'],
} as const;
export type ReportPolicyGroup = keyof typeof reportPolicyGroups;

/** Minutes, and the longest range of days for each (spec 3 section 5). */
export const reportIntervalDays = { 15: 14, 30: 31, 60: 92, 1440: 1825 } as const;

export const policyIntervals = ['Detailed', 'Daily', 'Weekly', 'Monthly', 'Overall'] as const;
export type PolicyInterval = (typeof policyIntervals)[number];
