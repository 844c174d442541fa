export * from './mass-messages.ts';
export * from './messages.ts';
