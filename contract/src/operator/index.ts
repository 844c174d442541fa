export * from './impersonation.ts';
export * from './organizations.ts';
