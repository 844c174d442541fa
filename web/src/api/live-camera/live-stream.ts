import {
  cameraTexts,
  connectMs,
  continueMs,
  continueText,
  keepAliveMs,
  pongText,
  viewingMs,
} from '@allclear/contract/live-stream';
import { startAge } from '../../clock/elapsed.ts';

/** A live camera as its viewer sees it (spec 3 section 4). */
export type LiveStreamState =
  /** `progress` is the server's text for people; '' before the first. */
  | { readonly kind: 'connecting'; readonly progress: string }
  /** `secondsLeft` counts down while the question whether to continue is open. */
  | { readonly kind: 'streaming'; readonly address: string; readonly secondsLeft: number | null }
  | { readonly kind: 'closed'; readonly reason: string };

export interface LiveStream {
  /** Starts the time of viewing anew. */
  proceed(): void;
  /** Ends the session; no state follows. */
  close(): void;
}

export interface LiveStreamTimings {
  /** Viewing without a question, ms. */
  readonly viewingMs: number;
  /** How long the question waits, ms. */
  readonly continueMs: number;
  /** Without an address by then the connection is given up. The server's own limit comes first. */
  readonly connectMs: number;
  /** Without a text for this long a running stream has lost its server. */
  readonly silentMs: number;
}

export const liveStreamTimings: LiveStreamTimings = {
  viewingMs,
  continueMs,
  connectMs: connectMs + 5_000,
  silentMs: 4 * keepAliveMs,
};

/** What a session needs of a WebSocket. */
export interface StreamSocket {
  readonly url: string;
  send(text: string): void;
  close(code: number): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly reason: string }) => void): void;
}

interface LiveStreamNeeds {
  connect(): Promise<StreamSocket>;
  onState(state: LiveStreamState): void;
  timings?: LiveStreamTimings;
}

const countEveryMs = 250;

/**
 * A session with a live camera: answers each text with 'pong', asks after 3 minutes of viewing whether to continue, and
 * ends 30 seconds later unless it was continued.
 */
export function openLiveStream({
  connect,
  onState,
  timings = liveStreamTimings,
}: LiveStreamNeeds): LiveStream {
  let socket: StreamSocket | null = null;
  let state: LiveStreamState = { kind: 'connecting', progress: '' };
  let viewing: ReturnType<typeof setTimeout> | undefined;
  let counting: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const change = (next: LiveStreamState) => {
    state = next;
    onState(next);
  };
  const stop = () => {
    isOver = true;
    clearTimeout(viewing);
    clearTimeout(silence);
    clearInterval(counting);
    socket?.close(1000);
  };
  const end = (reason: string) => {
    if (isOver) return;
    stop();
    change({ kind: 'closed', reason: reason || cameraTexts.unable });
  };
  const expectText = (withinMs: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => end(cameraTexts.unable), withinMs);
  };
  const ask = () => {
    const age = startAge();
    const count = () => {
      const leftMs = timings.continueMs - age();
      if (leftMs <= 0) end(cameraTexts.inactive);
      else if (state.kind === 'streaming') change({ ...state, secondsLeft: Math.ceil(leftMs / 1000) });
    };
    count();
    counting = setInterval(count, countEveryMs);
  };
  const view = () => {
    clearTimeout(viewing);
    clearInterval(counting);
    viewing = setTimeout(ask, timings.viewingMs);
  };
  const read = (text: string, from: StreamSocket) => {
    const isStreaming = state.kind === 'streaming';
    if (isStreamAddress(text, from.url)) {
      if (!isStreaming) view();
      const secondsLeft = state.kind === 'streaming' ? state.secondsLeft : null;
      change({ kind: 'streaming', address: text, secondsLeft });
    } else if (!isStreaming) change({ kind: 'connecting', progress: text });
    if (state.kind === 'streaming') expectText(timings.silentMs);
  };
  const listen = (opened: StreamSocket) => {
    socket = opened;
    if (isOver) return opened.close(1000);
    opened.addEventListener('message', ({ data }) => {
      if (isOver) return;
      opened.send(pongText);
      if (typeof data === 'string') read(data, opened);
    });
    opened.addEventListener('close', ({ reason }) => end(reason));
  };
  onState(state);
  expectText(timings.connectMs);
  connect().then(listen, () => end(cameraTexts.unable));
  return {
    proceed() {
      if (isOver || state.kind !== 'streaming') return;
      socket?.send(continueText);
      view();
      change({ ...state, secondsLeft: null });
    },
    close: stop,
  };
}

/** A secure address, or on an installation without TLS one of the server that the socket is connected to. */
export function isStreamAddress(text: string, socketUrl: string): boolean {
  if (/^https:\/\//i.test(text)) return true;
  const { protocol, host } = new URL(socketUrl);
  return protocol === 'ws:' && text.startsWith(`http://${host}/`);
}
