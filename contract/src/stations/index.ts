export * from './readable-stations.ts';
export * from './station-images.ts';
export * from './stations.ts';
