export { ApiError } from './api-error.ts';
export { type Client, type ClientOptions, createClient, type RouteName } from './client.ts';
export type { EventsOptions, ProgramEvent } from './events.ts';
export type { CallArguments, CallInput, CallOptions } from './route-input.ts';
