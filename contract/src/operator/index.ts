export * from './impersonation.ts';
export * from './organizations.ts';
export * from './profile.ts';
