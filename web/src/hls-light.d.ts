/** The light build has no types of its own: what it leaves out we do not use. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
