export * from './exports.ts';
export * from './reports.ts';
export * from './snapshots.ts';
