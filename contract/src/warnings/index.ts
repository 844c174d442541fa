export * from './cap.ts';
export * from './duties.ts';
export * from './today.ts';
export * from './warnings.ts';
