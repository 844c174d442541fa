export * from './delays.ts';
export * from './ingest.ts';
export * from './tape.ts';
export * from './thunder.ts';
