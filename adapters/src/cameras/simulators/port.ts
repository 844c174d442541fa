/** How simulated cameras send their pictures; that of one is its address. */
export const simulatedProtocols = ['jpeg', 'mjpeg', 'hls', 'rtsp'] as const;
export type SimulatedProtocol = (typeof simulatedProtocols)[number];

/** The moving pictures of one camera. Each call draws the instant that is now, and rejects with an AdapterError. */
export interface CameraFilm {
  jpeg(): Promise<Uint8Array>;
  /** Red, green and blue, a byte each, row by row from the upper left, of `filmSize`. */
  rgb(): Promise<Uint8Array>;
}

export interface SimulatorOptions {
  readonly film: CameraFilm;
  /** The path of an ffmpeg that encodes H.264; HLS and RTSP need it. */
  readonly program: string;
  /** Ends what runs; `close` still has to be called. */
  readonly signal: AbortSignal;
  /** Called when it can send no more pictures, with an AdapterError. */
  readonly onFailure: (error: unknown) => void;
}

/** A camera on this machine, reachable from it alone, that has its first picture. */
export interface CameraSimulator {
  /** With a path that nobody can guess. */
  readonly url: string;
  /** Resolves when no socket and no process of it is left. */
  close(): Promise<void>;
}
