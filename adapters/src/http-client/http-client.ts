/** One GET request. Only GET is recorded and replayed. */
export interface HttpRequest {
  /** Name of the feed for errors and logs. */
  readonly source: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds of real time; 20,000 unless set. */
  readonly timeoutMs?: number;
  /** Larger responses are rejected as malformed; 20 MiB unless set. */
  readonly maxBytes?: number;
  /**
   * Store ETag and Last-Modified and send a conditional request next time. After a response that could not be
   * used, send one request without it; otherwise the service answers 304.
   */
  readonly conditional?: boolean;
  /**
   * When given, only this host may be inside a private network. Every other host that the URL names or
   * redirects to must be public, unless the client was opened with `allowPrivateAddresses`. For URLs that
   * another service supplied.
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

/** The response as received, whatever its status. Header names are lower case. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A message to a service (POST or PUT). Weather is requested with `HttpRequest` only. */
export interface SendRequest {
  /** Name of the service for errors and logs. */
  readonly source: string;
  readonly method?: 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /**
   * Where the URL comes from. A URL from a `user` (a webhook, a browser's push endpoint) must not lead to a
   * private address unless the client was opened with `allowPrivateAddresses`. A URL from the configuration
   * of the `installation` may.
   */
  readonly givenBy: 'installation' | 'user';
  /** Milliseconds of real time; 20,000 unless set. */
  readonly timeoutMs?: number;
  /** Larger responses are rejected as malformed; unless set, bodies are cut at 64 KiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Sends messages. Only the live HTTP client implements it: a recording stores requests and responses, not
 * people's addresses, and a replay has no recipients. With replayed weather the server sends through a live
 * HTTP client beside the replaying one.
 */
export interface Sender {
  /**
   * Resolves with the response whatever its status. Follows no redirect. Throws AdapterError when there is no
   * response.
   */
  send(request: SendRequest): Promise<RawResponse>;
}

/** The only way to the network. */
export interface HttpClient {
  get(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}
