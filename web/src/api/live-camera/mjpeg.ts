/** A picture larger than this is none of a camera of ours, bytes. */
const maxPictureBytes = 16 * 1024 * 1024;
const lineEnds = new TextEncoder().encode('\r\n\r\n');

/**
 * The pictures of a `multipart/x-mixed-replace` answer, as they arrive. An `img` would show them too, but no browser
 * says there when a picture came: only who reads the parts knows that the last one is old. Ends with the answer;
 * throws for a malformed one.
 */
export async function* readPictures(response: Response): AsyncGenerator<Blob> {
  const type = response.headers.get('content-type') ?? '';
  const boundary = /^multipart\/x-mixed-replace\s*;.*\bboundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!response.ok || !boundary || !response.body) throw new Error('The answer is no live picture');
  const reader = response.body.getReader();
  const bytes = createBytes();
  const delimiter = new TextEncoder().encode(`--${boundary.replace(/^--/, '')}`);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes.add(value);
      for (let part = takePart(bytes, delimiter); part; part = takePart(bytes, delimiter)) yield part;
      if (bytes.length() > maxPictureBytes) throw new Error('A picture is too large');
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

type Bytes = ReturnType<typeof createBytes>;

/** The bytes that were read and not used yet. */
function createBytes() {
  let held = new Uint8Array(64 * 1024);
  let end = 0;
  return {
    length: () => end,
    all: () => held.subarray(0, end),
    add(more: Uint8Array) {
      if (end + more.length > held.length) {
        const larger = new Uint8Array(2 * (end + more.length));
        larger.set(held.subarray(0, end));
        held = larger;
      }
      held.set(more, end);
      end += more.length;
    },
    drop(count: number) {
      held.copyWithin(0, count, end);
      end -= count;
    },
  };
}

/** The next whole part, taken from the bytes; null while it is not there. The server gives each part its length. */
function takePart(bytes: Bytes, delimiter: Uint8Array): Blob | null {
  const all = bytes.all();
  const at = indexOf(all, delimiter, 0);
  if (at < 0) return null;
  const headEnd = indexOf(all, lineEnds, at + delimiter.length);
  if (headEnd < 0) return null;
  const head = new TextDecoder('latin1').decode(all.subarray(at + delimiter.length, headEnd));
  const from = headEnd + lineEnds.length;
  const length = /^content-length:\s*(\d+)\s*$/im.exec(head)?.[1];
  if (length === undefined) throw new Error('The answer is no live picture: a part has no length');
  const next = from + Number(length);
  if (next > all.length) return null;
  const type = /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? 'image/jpeg';
  const part = new Blob([all.slice(from, next)], { type });
  bytes.drop(next);
  return part;
}

function indexOf(all: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = all.indexOf(first, from); at >= 0; at = all.indexOf(first, at + 1))
    if (wanted.every((byte, offset) => all[at + offset] === byte)) return at;
  return -1;
}

const againAfterMs = 1_000;

/** Follows the pictures of an address until the signal; a stream that ends or fails is asked for again. */
export async function followPictures(
  address: string,
  onPicture: (picture: Blob) => void,
  signal: AbortSignal,
  pauseMs = againAfterMs,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(address, { signal, cache: 'no-store', credentials: 'omit' });
      for await (const picture of readPictures(response)) onPicture(picture);
    } catch {
      // What was shown ages and covers itself; the session says when it is over.
    }
    if (!signal.aborted) await pause(pauseMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
