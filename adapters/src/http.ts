/** One request through the door. Only GET is recorded and replayed. */
export interface DoorRequest {
  /** Name of the feed for errors and logs. */
  readonly source: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds of real time; 20,000 unless set. */
  readonly timeoutMs?: number;
  /** Answers that are larger are refused as malformed; 20 MiB unless set. */
  readonly maxBytes?: number;
  /**
   * Remember ETag and Last-Modified and ask conditionally next time. After an answer that could not be used ask once without it,
   * or the service will say that nothing has changed.
   */
  readonly conditional?: boolean;
  readonly signal?: AbortSignal;
}

export interface DoorAnswer {
  /** 200, 204 or 304 (only when `conditional`). Every other status is thrown as AdapterError. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** The one door to the network. */
export interface Door {
  get(request: DoorRequest): Promise<DoorAnswer>;
  close(): Promise<void>;
}

export { type Archive, type ArchiveOutage, type ArchivePlace, type ArchiveResponse, readArchive } from './door/archive.ts';
export { type LiveDoor, openLiveDoor } from './door/live-door.ts';
export { openRecordingDoor } from './door/recording-door.ts';
export { openReplayDoor } from './door/replay-door.ts';
