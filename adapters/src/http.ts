import type { RawAnswer } from './door/sort-answer.ts';

/** One request through the door. Only GET is recorded and replayed. */
export interface HttpRequest {
  /** Name of the feed for errors and logs. */
  readonly source: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds of real time; 20,000 unless set. */
  readonly timeoutMs?: number;
  /** Answers that are larger are refused as malformed; 20 MiB unless set. */
  readonly maxBytes?: number;
  /**
   * Remember ETag and Last-Modified and ask conditionally next time. After an answer that could not be used
   * ask once without it, or the service will say that nothing has changed.
   */
  readonly conditional?: boolean;
  /**
   * When given, this host alone may be inside a private network: any other that the address names or is
   * redirected to must be public, unless the door was opened with `allowPrivateAddresses`. For addresses that
   * another service named.
   */
  readonly trustedHost?: string;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  /** 200, 204 or 304 (only when `conditional`). Every other status is thrown as AdapterError. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Something handed over to a service: a notice, never a question about the weather. */
export interface SendRequest {
  /** Name of the service for errors and logs. */
  readonly source: string;
  readonly method?: 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * Who gave the address. What a `user` gave (a webhook, a browser's push endpoint) must not lead to a
   * private address unless the door was opened with `allowPrivateAddresses`; what the `installation` was
   * configured with may.
   */
  readonly givenBy: 'installation' | 'user';
  /** Milliseconds of real time; 20,000 unless set. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The way out for notices. Only the live door has it: a recording keeps questions and answers, not people's
 * addresses, and a replay has nobody to tell. With replayed weather the server sends through the live door
 * beside it.
 */
export interface Sender {
  /**
   * The answer whatever its status; no redirect is followed; throws AdapterError when there is no answer.
   * Bodies are cut short at 64 KiB.
   */
  send(request: SendRequest): Promise<RawAnswer>;
}

/** The one door to the network. */
export interface HttpClient {
  get(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export {
  type Archive,
  type ArchiveOutage,
  type ArchivePlace,
  type ArchiveResponse,
  readArchive,
} from './door/archive.ts';
export { type LiveHttpClient, openLiveHttpClient } from './door/live-door.ts';
export { checkPublicUrl, isPrivateAddress, isPrivateHost } from './door/private-addresses.ts';
export { openRecordingHttpClient } from './door/recording-door.ts';
export { openReplayingHttpClient } from './door/replay-door.ts';
export { describeUrl, type RawAnswer, readRetryAfter } from './door/sort-answer.ts';
