import type { ServerResponse } from 'node:http';
import { isGood, type OpenLink } from './open-links.ts';

/** How many streams there may be, of one process and of one network. */
export interface ShowLimits {
  readonly streams: number;
  /** A stadium behind one address has many screens, an attacker not all of them. */
  readonly streamsOfNetwork: number;
}

export const defaultShowLimits: ShowLimits = { streams: 500, streamsOfNetwork: 100 };

/** The stream of a screen that does not read is closed. */
const maxBufferedBytes = 200_000;
const endedEvent = Buffer.from('event: ended\ndata: {}\n\n');

interface Stream {
  readonly link: OpenLink;
  readonly network: string;
  readonly response: ServerResponse;
}

/** The event for a view of a show, for all its streams. */
export function eventOfView(view: object): Buffer {
  return Buffer.from(`event: show\ndata: ${JSON.stringify({ show: view })}\n\n`);
}

/** The streams of the screens that show something now. */
export class ShowStreams {
  readonly #limits: ShowLimits;
  readonly #streams = new Map<string, Set<Stream>>();
  readonly #byNetwork = new Map<string, number>();
  #count = 0;

  constructor(limits: ShowLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether somebody follows the show. */
  has(showId: string): boolean {
    return this.#streams.has(showId);
  }

  /** Whether a link has a stream. */
  holds(link: OpenLink): boolean {
    return [...(this.#streams.get(link.showId) ?? [])].some((stream) => stream.link === link);
  }

  /** Whether no more streams can be opened, of all or from this network. */
  isFull(network: string): boolean {
    const { streams, streamsOfNetwork } = this.#limits;
    return this.#count >= streams || (this.#byNetwork.get(network) ?? 0) >= streamsOfNetwork;
  }

  /** Follows a show until it ends or the screen leaves; begins with `event`, if there is one. */
  open(link: OpenLink, network: string, response: ServerResponse, event: Buffer | null): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    const stream: Stream = { link, network, response };
    const ofShow = this.#streams.get(link.showId) ?? new Set();
    this.#streams.set(link.showId, ofShow.add(stream));
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    this.#count += 1;
    const leave = () => this.#remove(stream);
    response.on('close', leave);
    response.on('error', leave);
    response.write('retry: 5000\n\n');
    if (event) response.write(event);
  }

  /** Writes the same bytes to all streams of a show. */
  write(showId: string, event: Buffer): void {
    for (const stream of [...(this.#streams.get(showId) ?? [])]) {
      if (stream.response.writableLength > maxBufferedBytes) {
        this.#remove(stream);
        stream.response.destroy();
      } else stream.response.write(event);
    }
  }

  /** Ends the streams whose links are over. */
  endOver(): void {
    this.#end(({ link }) => !isGood(link));
  }

  /** Ends the streams of a show that is gone. */
  endShow(showId: string): void {
    this.#end(({ link }) => link.showId === showId);
  }

  /** The server stops: screens come back to another process. */
  close(): void {
    for (const stream of this.#all()) {
      this.#remove(stream);
      stream.response.end();
    }
  }

  #end(isEnded: (stream: Stream) => boolean): void {
    for (const stream of this.#all()) {
      if (!isEnded(stream)) continue;
      this.#remove(stream);
      stream.response.end(endedEvent);
    }
  }

  #all(): Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #remove(stream: Stream): void {
    const { link, network } = stream;
    const ofShow = this.#streams.get(link.showId);
    if (!ofShow?.delete(stream)) return;
    if (ofShow.size === 0) this.#streams.delete(link.showId);
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
    this.#count -= 1;
  }
}
