export * from './api-keys.ts';
export * from './informacast.ts';
