export * from './forecasts.ts';
