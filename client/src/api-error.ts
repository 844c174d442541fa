/** An answer that is no success. Match on `status` and `code`; `message` is a sentence for people. */
export class ApiError extends Error {
  /** Of HTTP; 0 when there was no answer. */
  readonly status: number;
  /** 'bad-input', 'conflict', …; 'unreachable' when there was no answer, 'malformed' when it was none of the API. */
  readonly code: string;
  /** Sentences by the label of a field; empty where none is wrong. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(
    status: number,
    { code, message, errors = {} }: Pick<ApiError, 'code' | 'message'> & { errors?: ApiError['errors'] },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The failure that an answer says. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { responseException } = JSON.parse(text) as { responseException: ApiError };
    if (typeof responseException.code === 'string') return new ApiError(response.status, responseException);
  } catch {
    // Not of the API: a proxy in between, perhaps.
  }
  const message = `The answer is none of the API: ${response.status} ${text.slice(0, 200)}`;
  return new ApiError(response.status, { code: 'malformed', message });
}
