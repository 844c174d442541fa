import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { cameraTexts, continueText, pongText } from '@allclear/contract';
import {
  afterCameraEvent,
  type CameraSessionEvent,
  type CameraTimes,
  cameraSessionDue,
  openCameraSession,
} from '@allclear/domain';
import type { WebSocket } from 'ws';
import type { SignedIn } from '../../identity/index.ts';
import type { ViewRecord } from '../camera-sessions.store.ts';
import type { CameraFeed, FeedViewer } from './feed.ts';
import { FrameWriter } from './frame-writer.ts';

/** Who watches, and by what right. */
export interface Viewer {
  readonly organizationId: string;
  /** Of a link: who made it. */
  readonly userId: string;
  readonly link: { readonly id: string; readonly name: string } | null;
  readonly right: ViewingRight;
}

/** What has to hold for as long as somebody watches; that of a link is in its store. */
export type ViewingRight =
  | { readonly kind: 'link' }
  /** `sees`: whether the camera is one of the own group; null for those who see all. */
  | {
      readonly kind: 'sign-in';
      readonly signedIn: SignedIn;
      readonly sees: (() => Promise<boolean>) | null;
    }
  | { readonly kind: 'key'; readonly digest: string; readonly isValid: () => Promise<boolean> };

export interface WatchedCamera {
  readonly id: string;
  readonly name: string;
  readonly organizationLocationId: string | null;
}

export type SessionEnd = keyof typeof cameraTexts;

/** A viewer has had no picture for so long, ms. */
const pauseMs = 1_000;

/** One viewer of one camera: the WebSocket, and the answers that carry the pictures. */
export class LiveSession implements FeedViewer {
  readonly id = randomUUID();
  readonly viewer: Viewer;
  readonly camera: WatchedCamera;
  feed: CameraFeed | null = null;
  readonly #socket: WebSocket;
  readonly #times: CameraTimes;
  readonly #now: () => number;
  readonly #addressOf: (session: LiveSession) => string;
  readonly #onCounted: () => void;
  readonly #writers = new Set<FrameWriter>();
  #state;
  #firstAt: number | null = null;
  #lastAt = 0;
  #ended = false;

  constructor(
    viewer: Viewer,
    camera: WatchedCamera,
    socket: WebSocket,
    options: {
      readonly times: CameraTimes;
      readonly now: () => number;
      readonly addressOf: (session: LiveSession) => string;
      /** The view began, or goes on after a pause: more is used up than before. */
      readonly onCounted: () => void;
    },
  ) {
    this.viewer = viewer;
    this.camera = camera;
    this.#socket = socket;
    this.#times = options.times;
    this.#now = options.now;
    this.#addressOf = options.addressOf;
    this.#onCounted = options.onCounted;
    this.#state = openCameraSession(this.#now());
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? '' : String(data);
      if (text === pongText) this.#apply('pong');
      if (text === continueText) this.#apply('continue');
    });
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** The view as it is to be stored; null before its first picture. */
  view(): ViewRecord | null {
    if (this.#firstAt === null) return null;
    const { organizationId, userId, link } = this.viewer;
    return {
      ...{ id: this.id, organizationId, userId, cameraId: this.camera.id, cameraName: this.camera.name },
      ...{ linkId: link?.id ?? null, linkName: link?.name ?? null, ended: this.#ended },
      ...{ startedAt: this.#firstAt, lastAt: this.#lastAt },
    };
  }

  greet(): void {
    this.#send('Connecting to camera...');
  }

  started(): void {
    if (this.#state.streamingSince !== null) return;
    this.#apply('picture');
    this.#send(this.#addressOf(this));
  }

  picture(part: Buffer): void {
    for (const writer of this.#writers) writer.write(part);
  }

  failed(): void {
    this.end(this.#state.streamingSince === null ? 'unable' : 'stopped');
  }

  /** A picture, or a segment, was given to the client. */
  delivered(): void {
    if (this.#ended) return;
    const now = this.#now();
    // The pause counts as well.
    const isMore = this.#firstAt === null || now - this.#lastAt > pauseMs;
    this.#firstAt ??= now;
    this.#lastAt = Math.max(this.#lastAt, now);
    if (isMore) this.#onCounted();
  }

  /** Writes the camera's pictures as an answer until either side ends. */
  carry(response: ServerResponse): void {
    const writer = new FrameWriter(response, () => this.delivered());
    this.#writers.add(writer);
    response.on('close', () => this.#writers.delete(writer));
    const latest = this.feed?.latest;
    if (latest) writer.write(latest);
  }

  /** Sends and ends what is due. */
  check(): void {
    const due = cameraSessionDue(this.#state, this.#now(), this.#times);
    if (due === 'text') this.#send('Streaming');
    else if (due === 'silent') this.end('inactive');
    else if (due !== null) this.end(due);
  }

  end(reason: SessionEnd): void {
    if (this.#ended) return;
    this.close();
    this.#socket.close(reason === 'inactive' ? 1000 : 4000, cameraTexts[reason]);
    // A client that does not answer the close keeps no connection.
    const late = setTimeout(() => this.#socket.terminate(), 2_000);
    late.unref();
    this.#socket.once('close', () => clearTimeout(late));
  }

  /** Ends the pictures; the socket is closed by whoever calls. */
  close(): void {
    this.#ended = true;
    for (const writer of this.#writers) writer.end();
    this.#writers.clear();
  }

  #send(text: string): void {
    this.#apply('text');
    this.#socket.send(text);
  }

  #apply(event: CameraSessionEvent): void {
    this.#state = afterCameraEvent(this.#state, event, this.#now());
  }
}
