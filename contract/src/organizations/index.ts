export * from './imports.ts';
export * from './organizations.ts';
