export * from './change-topics.ts';
export * from './coordinates.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './page.ts';
export * from './route.ts';
export * from './status.ts';
export * from './stream-events.ts';
