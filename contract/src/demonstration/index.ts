export * from './demonstration-events.ts';
