export * from './responses.ts';
