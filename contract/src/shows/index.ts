export * from './public-show.ts';
export * from './shows.ts';
