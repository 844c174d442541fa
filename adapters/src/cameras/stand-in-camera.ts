import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from 'jpeg-js';
import { openStandIn, type StandIn } from '../stand-in-server.ts';

/** A whole JPEG of 32 × 32 of one shade of gray, 0–255. */
export function standInJpeg(gray: number): Buffer {
  const data = new Uint8Array(32 * 32 * 4).fill(gray);
  return Buffer.from(encode({ data, width: 32, height: 32 }, 80).data);
}

/** How a stand-in writes the parts of its stream. */
export interface PartStyle {
  /** As it stands in the header. */
  readonly boundary?: string;
  /** As it stands before each part; `--` and the boundary of the header unless set. */
  readonly delimiter?: string;
  readonly lineEnd?: '\r\n' | '\n';
  readonly withLength?: boolean;
}

/** Bytes of one part with its delimiter before it. */
export function partOf(jpeg: Buffer, style: PartStyle = {}): Buffer {
  const { boundary = 'frame', lineEnd = '\r\n', withLength = true } = style;
  const { delimiter = `--${boundary}` } = style;
  const head = [
    delimiter,
    'Content-Type: image/jpeg',
    ...(withLength ? [`Content-Length: ${jpeg.length}`] : []),
    '',
    '',
  ].join(lineEnd);
  return Buffer.concat([Buffer.from(head), jpeg, Buffer.from(lineEnd)]);
}

/** Begins the answer of an MJPEG camera. */
export function beginStream(response: ServerResponse, boundary = 'frame'): void {
  response.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${boundary}` });
}

/** Sends the same bytes again and again, as fast as they are taken; says how often it has. */
export function pour(
  response: ServerResponse,
  bytes: Buffer,
  times = Number.POSITIVE_INFINITY,
): () => number {
  let sent = 0;
  const go = () => {
    while (!response.closed && sent < times) {
      sent += 1;
      if (!response.write(bytes)) return;
    }
  };
  response.on('drain', go);
  go();
  return () => sent;
}

type Path = (request: IncomingMessage, response: ServerResponse) => void;

/** For tests: a camera on this machine; each path answers in its own way. */
export async function openStandInCamera(paths: Readonly<Record<string, Path>>): Promise<
  StandIn & {
    /** Answers that are still being sent. */
    readonly open: () => number;
  }
> {
  let open = 0;
  const standIn = await openStandIn((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    const path = paths[pathname];
    if (path) path(request, response);
    else response.writeHead(404).end();
  });
  return { ...standIn, open: () => open };
}

/** A segment of MPEG-TS that is empty but for a tag in its fifth byte: three null packets. */
export function transportStream(tag: number): Buffer {
  const bytes = Buffer.alloc(3 * 188, 0xff);
  for (let packet = 0; packet < 3; packet++) bytes.set([0x47, 0x1f, 0xff, 0x10, tag], packet * 188);
  return bytes;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The boxes of an initialization section, without tracks. */
export function initialization(tag: number): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from('iso5\0\0\0\0')), box('moov', Buffer.from([tag]))]);
}

/** The boxes of a fragment, without samples. */
export function fragment(tag: number): Buffer {
  return Buffer.concat([box('moof', Buffer.from([tag])), box('mdat', Buffer.alloc(4))]);
}
