export * from './displays.ts';
