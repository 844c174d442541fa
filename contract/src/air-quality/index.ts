export * from './air-quality.ts';
