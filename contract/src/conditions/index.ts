export * from './condition-history.ts';
export * from './evapotranspiration.ts';
export * from './observations.ts';
export * from './observations-at-point.ts';
export * from './observations-of-locations.ts';
