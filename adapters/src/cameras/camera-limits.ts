const MIB = 1024 * 1024;

/** What a camera may cost; tests make it smaller. Times are real milliseconds. */
export interface CameraLimits {
  /** Bytes of one picture. */
  readonly pictureBytes: number;
  /** Between two requests for a picture. */
  readonly pollMs: number;
  /** Until the head of an answer. */
  readonly answerMs: number;
  /** Without a whole picture, without bytes of RTSP, or without a new segment beyond what its playlist promises. */
  readonly stallMs: number;
  readonly playlistBytes: number;
  readonly segmentBytes: number;
  readonly initializationBytes: number;
}

export const defaultLimits: CameraLimits = {
  pictureBytes: 10 * MIB,
  pollMs: 1_000,
  answerMs: 10_000,
  stallMs: 15_000,
  playlistBytes: MIB,
  segmentBytes: 24 * MIB,
  initializationBytes: MIB,
};
