/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  /** From the root of the server, with its slash. */
  readonly path: string;
  /** What is sent as Bearer. */
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that the trusted proxy saw. */
  readonly from?: string;
}

/** Sends a request as a client behind the proxy does. A body that is no text and no bytes is sent as JSON. */
export async function call(
  origin: string,
  { method, path, key, body, headers, from }: Call,
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
  const answer = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: (isRaw ? body : JSON.stringify(body)) as BodyInit }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

// biome-ignore lint/suspicious/noExplicitAny: an attack looks into whatever came back
export function dataOf({ status, text }: Answer): any {
  if (status !== 200 && status !== 202) throw new Error(`${status} ${text.slice(0, 400)}`);
  return JSON.parse(text).data;
}

/** Runs the work on each value, so many at a time, and gives the results in the order of the values. */
export async function inParallel<T, R>(
  values: readonly T[],
  width: number,
  work: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(width, values.length) }, async () => {
      for (let index = next++; index < values.length; index = next++)
        results[index] = await work(values[index] as T, index);
    }),
  );
  return results;
}

export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
