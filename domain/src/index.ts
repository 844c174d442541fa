// The subjects, lowest first. A subject imports only from subjects above its line, through their index.ts.
// scripts/architecture.mjs reads this order.
// biome-ignore-all assist/source/organizeImports: the order is that of the subjects

export * from './core/index.ts';
export * from './atmosphere/index.ts';
export * from './audit/index.ts';
export * from './locations/index.ts';
export * from './people/index.ts';
export * from './policies/index.ts';
export * from './alerts/index.ts';
export * from './lightning/index.ts';
export * from './air-quality/index.ts';
export * from './stations/index.ts';
export * from './forecasts/index.ts';
export * from './conditions/index.ts';
export * from './heat/index.ts';
export * from './map/index.ts';
export * from './notifications/index.ts';
export * from './responses/index.ts';
export * from './warnings/index.ts';
export * from './roll-call/index.ts';
export * from './hardware/index.ts';
export * from './reports/index.ts';
export * from './widgets/index.ts';
export * from './cameras/index.ts';
export * from './shows/index.ts';
export * from './timeline/index.ts';
