/** A frame of the event stream that a program receives. */
export interface ReceivedFrame {
  readonly id: string | null;
  readonly event: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly data: any;
}

export interface ProgramReader {
  readonly status: number;
  /** Everything but announcements (`change`) and comments, in order. */
  readonly frames: ReceivedFrame[];
  isOver(): boolean;
  /** The stored events among them. */
  events(): ReceivedFrame[];
  lastId(): string;
  close(): void;
}

/** Opens the event stream with an API key, as a program does. */
export async function readStream(origin: string, key: string, lastEventId?: string): Promise<ProgramReader> {
  const controller = new AbortController();
  const answer = await fetch(`${origin}/api/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  const frames: ReceivedFrame[] = [];
  let isOver = false;
  void (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body!) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = frameOf(text.slice(0, end));
        text = text.slice(end + 2);
        if (frame.event !== 'change' && (frame.event !== null || frame.id !== null)) frames.push(frame);
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return {
    status: answer.status,
    frames,
    isOver: () => isOver,
    events: () => frames.filter(({ event }) => event !== null && event !== 'hello' && event !== 'reset'),
    lastId: () => frames.findLast(({ id }) => id !== null)?.id ?? '',
    close: () => controller.abort(),
  };
}

/** The position that an id names. */
export function positionOf({ id }: Pick<ReceivedFrame, 'id'>): number {
  return Number(id?.split('-')[1]);
}

function frameOf(text: string): ReceivedFrame {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
  const data = field('data');
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data) };
}
