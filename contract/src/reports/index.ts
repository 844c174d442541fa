export * from './exports.ts';
export * from './report-choices.ts';
export * from './reports.ts';
export * from './snapshots.ts';
