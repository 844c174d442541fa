export * from './adapter-error.ts';
export * from './back-off.ts';
export { createGlmFeed } from './feeds/lightning/glm.ts';
export { glmCovers } from './feeds/lightning/glm-coverage.ts';
export { type DecodedGranule, decodeGranule } from './feeds/lightning/glm-decode.ts';
export * from './feeds/lightning/port.ts';
export * from './feeds/observations/port.ts';
export * from './http.ts';
