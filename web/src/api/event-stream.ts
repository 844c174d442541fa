/** One event of a stream: its name (`message` when unnamed) and its data lines joined. */
export interface StreamEvent {
  name: string;
  data: string;
}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from a body as they arrive. The browser's `EventSource`
 * cannot send the Bearer header, so the body of a `fetch` is read instead. Comments and other fields are
 * skipped; an event truncated at the end is dropped.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let name = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A lone CR at the end may be half of a CRLF: it waits for the next chunk.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { name: name || 'message', data: data.join('\n') };
          name = '';
          data = [];
          continue;
        }
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const content = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event') name = content;
        else if (field === 'data') data.push(content);
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
