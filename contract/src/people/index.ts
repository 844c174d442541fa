export * from './account.ts';
export * from './factors.ts';
export * from './groups.ts';
export * from './inquiries.ts';
export * from './personal-data.ts';
export * from './profile.ts';
export * from './users.ts';
