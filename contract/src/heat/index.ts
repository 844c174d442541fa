export * from './heat-series.ts';
export * from './risk-profiles.ts';
export * from './work-rest.ts';
