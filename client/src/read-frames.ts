/** A frame of server-sent events, as the HTML standard has them (`text/event-stream`). */
export interface ReadFrame {
  readonly kind: string;
  /** Null when the frame has none. */
  readonly id: string | null;
  readonly data: string;
}

/** The frames of a stream in UTF-8; one that is cut off at the end is left out. `received` is called with every part. */
export async function* readFrames(
  body: AsyncIterable<Uint8Array>,
  received: () => void,
): AsyncGenerator<ReadFrame> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    received();
    const lines = `${rest}${decoder.decode(part, { stream: true })}`;
    const frames = lines.split(/\r?\n\r?\n/);
    rest = frames.pop() ?? '';
    for (const frame of frames) yield frameOf(frame);
  }
}

function frameOf(text: string): ReadFrame {
  let kind = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') kind = value;
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { kind, id, data: data.join('\n') };
}
