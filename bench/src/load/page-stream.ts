import { type ClientRequest, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Change {
  readonly topic: string;
  readonly locationIds: readonly string[] | null;
}

/** An event stream as a page reads it: it connects again whenever it ends. */
export class PageStream {
  readonly #options: { readonly port: number; readonly key: string };
  readonly #onChange: (change: Change) => void;
  #request: ClientRequest | null = null;
  #isClosed = false;
  connections = 0;

  constructor(options: { readonly port: number; readonly key: string }, onChange: (change: Change) => void) {
    this.#options = options;
    this.#onChange = onChange;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#connection();
      if (!this.#isClosed) await pause(1_000);
    }
  }

  #connection(): Promise<void> {
    const { port, key } = this.#options;
    return new Promise((resolve) => {
      this.#request = get(
        {
          host: '127.0.0.1',
          port,
          path: '/api/events',
          headers: { authorization: `Bearer ${key}` },
          agent: false,
        },
        (response) => {
          if (response.statusCode === 200) this.connections += 1;
          let text = '';
          response.on('data', (part: Buffer) => {
            text += part.toString();
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
              this.#take(text.slice(0, end));
              text = text.slice(end + 2);
            }
          });
          response.on('close', resolve);
        },
      );
      this.#request.on('error', () => resolve());
    });
  }

  #take(frame: string): void {
    if (!frame.includes('event: change')) return;
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (data !== undefined) for (const change of JSON.parse(data) as Change[]) this.#onChange(change);
  }

  close(): void {
    this.#isClosed = true;
    this.#request?.destroy();
  }
}
