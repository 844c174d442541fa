export * from './delays.ts';
export * from './ingest.ts';
