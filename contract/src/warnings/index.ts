export * from './today.ts';
export * from './warnings.ts';
