export * from './groups.ts';
export * from './users.ts';
