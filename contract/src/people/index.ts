export * from './account.ts';
export * from './factors.ts';
export * from './groups.ts';
export * from './person-imports.ts';
export * from './single-sign-on.ts';
export * from './users.ts';
