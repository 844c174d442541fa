import type {
  PolicyInterval,
  ReportMetric,
  ReportObservationType,
  ReportPolicyGroup,
} from '@allclear/contract';
import type { ReportIntervalMinutes } from './report-fields.ts';

export const observationLabels: Readonly<Record<ReportObservationType, string>> = {
  AmbientTemperature: 'Ambient Temperature',
  FeelsLike: 'Feels Like',
  HeatIndex: 'Heat Index',
  WindChill: 'Wind Chill',
  WBGT: 'WBGT',
  Precipitation: 'Precipitation',
  RelativeHumidity: 'Relative Humidity',
  DewPoint: 'Dew Point',
  Evapotranspiration: 'Evapotranspiration',
  WindGust: 'Wind Gust',
  WindSpeed: 'Wind Speed',
  PM2_5_AQI: 'PM2.5 AQI',
  PM10_AQI: 'PM10 AQI',
};

export const metricLabels: Readonly<Record<ReportMetric, string>> = {
  max: 'Maximum',
  min: 'Minimum',
  avg: 'Average',
  sum: 'Accumulation',
};

export const intervalLabels: Readonly<Record<ReportIntervalMinutes, string>> = {
  15: '15 min',
  30: '30 min',
  60: '60 min',
  1440: '24 hour',
};

export const policyGroupLabels: Readonly<Record<ReportPolicyGroup, string>> = {
  Lightning: 'Lightning',
  HeatStress: 'Heat Stress',
  ColdStress: 'Cold Stress',
  Wind: 'Wind',
  Precipitation: 'Precipitation',
  AirQuality: 'Air Quality',
};

export const policyIntervalLabels: Readonly<Record<PolicyInterval, string>> = {
  Detailed: 'Detailed',
  Daily: 'Daily',
  Weekly: 'Weekly',
  Monthly: 'Monthly',
  Overall: 'Overall Summary',
};

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** By the number of `UnitType`. */
export const unitLabels = ['US (°F, mph, inches)', 'Metric (°C, m/s, mm)'] as const;

/** By the number of `FileFormats`. */
export const formatLabels = ['CSV', 'PDF'] as const;

export const precipitationConflictText =
  'Precipitation is limited to 24-hour data intervals for legacy weather stations. Newer models capture up to 15-minute intervals.';

export const tooLongForIntervalText = 'Update your date range to use this interval.';

/** Why an observation cannot be chosen now; `interval` is what it needs. */
export const onlyIntervalText = (interval: ReportIntervalMinutes): string =>
  `This data is only available for a ${intervalLabels[interval]} data interval.`;

export const rangeLimitText = (days: number, interval: ReportIntervalMinutes): string =>
  `Your selected date range exceeds the ${days}-day limit for the ${intervalLabels[interval]} interval. Please adjust your date range to continue.`;
