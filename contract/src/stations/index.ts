export * from './station-images.ts';
export * from './stations.ts';
