export * from './policies.ts';
