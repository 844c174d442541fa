export * from './public-address.ts';
export * from './public-siren.ts';
export * from './relays.ts';
export * from './siren-settings.ts';
export * from './siren-tests.ts';
export * from './units.ts';
