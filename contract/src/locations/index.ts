export * from './closures.ts';
export * from './geocode.ts';
export * from './locations.ts';
export * from './organization-locations.ts';
export * from './place-imports.ts';
export * from './practice-times.ts';
