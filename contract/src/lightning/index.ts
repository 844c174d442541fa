export * from './delays.ts';
export * from './ingest.ts';
export * from './tape.ts';
