export type AdapterFailure = 'timeout' | 'refused' | 'auth' | 'malformed' | 'upstream';

/**
 * The error of every adapter. `source` names the feed or device ('glm-goes19', 'aviationweather.gov'). The
 * message never contains a secret.
 */
export class AdapterError extends Error {
  readonly source: string;
  readonly kind: AdapterFailure;
  readonly retryable: boolean;
  /** The wait that the other side asked for (Retry-After), milliseconds. */
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  constructor(
    source: string,
    kind: AdapterFailure,
    message: string,
    options: {
      retryable?: boolean;
      retryAfterMs?: number | null;
      status?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AdapterError';
    this.source = source;
    this.kind = kind;
    this.retryable = options.retryable ?? (kind === 'timeout' || kind === 'refused' || kind === 'upstream');
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status ?? null;
  }
}
