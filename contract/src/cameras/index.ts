export * from './cameras.ts';
export * from './live-stream.ts';
