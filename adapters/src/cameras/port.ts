/** What a camera is reached by. Secrets are in it: never log one. */
export interface CameraAddress {
  readonly kind: 'jpeg' | 'mjpeg' | 'hls' | 'rtsp' | 'simulated';
  /** Without credentials; of a simulated one its protocol, empty for pictures without any. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** What a simulated camera looks at; without it, the place of the simulation. */
  readonly place?: SimulatedCameraPlace;
}

/** Where a simulated camera stands, degrees, and what its picture is captioned with. */
export interface SimulatedCameraPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA name, for the time in the picture. */
  readonly timeZone: string;
}

/** One segment of an HLS stream, whole. */
export interface CameraSegment {
  /** Counts up from 0 for each run; a gap is a discontinuity. */
  readonly sequence: number;
  readonly durationSeconds: number;
  readonly discontinuity: boolean;
  readonly bytes: Uint8Array;
  /** `video/mp2t` or `video/mp4`. */
  readonly mediaType: string;
  /** The initialization section of a fragmented MP4; null with MPEG-TS. */
  readonly initialization: Uint8Array | null;
}

/** Takes what a camera sends. It must not keep the bytes of a picture beyond the call unless it copies them. */
export interface CameraSink {
  /** A whole JPEG. */
  picture(jpeg: Uint8Array): void;
  segment(segment: CameraSegment): void;
}

/** A camera that can be opened: once for all who watch it. */
export interface CameraSource {
  /** What its sink gets. */
  readonly sends: 'pictures' | 'segments';
  /** What is missing on this installation, for people, such as ffmpeg for RTSP; null when nothing is. */
  readonly problem: string | null;
  /**
   * Runs until the signal aborts (then it resolves) or the camera fails (then it rejects with an AdapterError whose
   * message names no credentials and no address of a private network). No socket and no process is left behind.
   */
  run(sink: CameraSink, signal: AbortSignal): Promise<void>;
}

export interface CameraSources {
  /** Never throws: an address that cannot be used gives a source whose `problem` says why. */
  source(address: CameraAddress): CameraSource;
  /**
   * A JPEG of at most `maxBytes` of the first picture of a segment. Missing where the installation has no ffmpeg. Rejects
   * with an AdapterError.
   */
  readonly still?: (
    segment: CameraSegment,
    options: { readonly maxBytes: number; readonly signal: AbortSignal },
  ) => Promise<Uint8Array>;
  close(): Promise<void>;
}
