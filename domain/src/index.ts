export * from './distance.ts';
export * from './known.ts';
export * from './roles.ts';
