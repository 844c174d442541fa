export * from './advisories.ts';
export * from './map-alerts.ts';
