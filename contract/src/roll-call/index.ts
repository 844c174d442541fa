export * from './check-in.ts';
export * from './roll-call.ts';
export * from './shelters.ts';
