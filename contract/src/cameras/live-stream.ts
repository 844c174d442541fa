/**
 * The live stream of a camera: a WebSocket at `/Stream/ws/{cameraId}` (spec 3 section 7), outside of `/api`. The client
 * offers two sub-protocols, this one and its access token (or the token of a share link); the server picks the first
 * and never echoes the token. A client that offers the token alone is served too.
 *
 * The server sends texts: progress for people, then once the address of the stream, which begins with `https://` (on
 * an installation without TLS with the origin's `http://`), then a progress text every `keepAliveMs`. The client
 * answers each text with `pong`; two missing end the session. `continue` starts the time of viewing anew.
 */
export const liveStreamProtocol = 'allclear.stream';

export const liveStreamPath = (cameraId: string): string => `/Stream/ws/${encodeURIComponent(cameraId)}`;

/** What a client sends besides `pong`. */
export const continueText = 'continue';
export const pongText = 'pong';

/** Viewing without a question, ms (spec 3 section 9). */
export const viewingMs = 180_000;
/** How long the question waits for an answer, ms. */
export const continueMs = 30_000;
/** How long a camera may take until its first picture, ms. */
export const connectMs = 30_000;
/** The server sends a text this often once a stream runs, ms. */
export const keepAliveMs = 5_000;

/** Reasons with which the server closes, shown to people as they are; code 1000 for the first, 4000 for the others. */
export const cameraTexts = {
  inactive: 'You have been disconnected due to inactivity.',
  unable: 'Unable to connect to camera.',
  usedUp: 'The live camera time of this month is used up.',
  stopped: 'The camera has stopped sending pictures.',
  gone: 'This camera was removed.',
  linkEnded: 'This link has ended.',
  noAccess: 'You may not watch this camera any more.',
} as const;

/**
 * The path of a stream's address ends with one of these: pictures as `multipart/x-mixed-replace` for an `img`, or an
 * HLS playlist for a `video`. The address holds a signed token of this session.
 */
export const streamEndings = { mjpeg: '/live.mjpeg', hls: '/live.m3u8' } as const;
