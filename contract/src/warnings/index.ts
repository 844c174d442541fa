export * from './cap.ts';
export * from './today.ts';
export * from './warnings.ts';
