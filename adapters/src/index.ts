export * from './adapter-error.ts';
export * from './back-off.ts';
export * from './feeds/lightning/port.ts';
export * from './feeds/observations/port.ts';
export * from './http.ts';
