export * from './warnings.ts';
