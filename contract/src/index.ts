export * from './envelope.ts';
export * from './geocode.ts';
export * from './lightning.ts';
export * from './location.ts';
export * from './observation.ts';
export * from './people.ts';
export * from './route.ts';
export * from './status.ts';
