import { queryKind } from './query-kind.ts';

export const cameraKeys = {
  /** Cameras that may be watched: asked for when a page opens; their admins change them rarely. */
  cameras: queryKind('cameras', { quiet: true }),
  /** What of the month's time is used: polled while the page is open, and asked for after each view. */
  minutes: queryKind('camera-minutes', { quiet: true }),
  /** Views of a month: asked for when their page opens. */
  logs: queryKind('camera-logs', { quiet: true }),
  /** What was watched in a month, in all, by camera and by person: asked for with its logs. */
  usage: queryKind('camera-usage', { quiet: true }),
  /** A camera with its address: asked for when its form opens, and after a refused change. */
  settings: queryKind('camera-settings', { quiet: true }),
  /** Share links: asked for when the page opens. */
  links: queryKind('camera-links', { quiet: true }),
};
