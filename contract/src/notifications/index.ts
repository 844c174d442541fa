export * from './delivery-callbacks.ts';
export * from './mailbox.ts';
export * from './notifications.ts';
export * from './position.ts';
export * from './push.ts';
export * from './settings.ts';
export * from './webhooks.ts';
