import type { PolicyInterval, ReportPolicyGroup } from '@allclear/domain';

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

/** By the number of `UnitType`. */
export const unitLabels = ['US (°F, mph, inches)', 'Metric (°C, m/s, mm)'] as const;

/** By the number of `FileFormats`. */
export const formatLabels = ['CSV', 'PDF'] as const;

export const tooLongForIntervalText = 'Update your date range to use this interval.';
