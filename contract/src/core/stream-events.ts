import { z } from 'zod';

/** The events that programs read from `GET /api/events` with an API key; each is stored and has an id. */
export const streamKinds = {
  'warning.started': 'A warning started',
  'warning.in-effect': 'A warning is in effect',
  'warning.reminder': 'A warning goes on',
  'warning.held': 'A warning is held: its data are lost',
  'warning.resumed': 'A warning resumed after it was held',
  'warning.all-clear': 'A warning ended and nothing else held the place',
  'warning.ended': 'A warning ended, the place is not clear',
  'warning.withdrawn': 'A warning was withdrawn, which is no all clear',
  'lightning.changed': 'The lightning state of a place changed; other warnings may hold the place',
  'place.state': 'The state of a place: after each change, and every five minutes without one',
} as const;
export type StreamKind = keyof typeof streamKinds;

/** Seconds between two comments of a stream that has nothing else to say. */
export const heartbeatSeconds = 15;

/**
 * The state of an organization location: everything that holds it, in the words of the pages. Only `clear` is clear.
 * Instants are ISO 8601 of the product clock.
 */
export const placeState = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['delay', 'unknown', 'stop', 'observing', 'ready', 'checking', 'no-lightning-data', 'clear']),
  /** Of the lightning zones alone. */
  lightning: z.enum(['clear', 'delay', 'unknown', 'not-covered']),
  /** In at most three words: 'Stay inside'. */
  word: z.string(),
  instruction: z.string(),
  reasons: z.array(z.string()),
  /** The place is not clear before; null when that is not known, and when it is clear. */
  earliestClearUtc: z.string().nullable(),
  /** Through when lightning was observed; null for never. */
  observedThroughUtc: z.string().nullable(),
  /** When this was found out. */
  atUtc: z.string(),
});
export type PlaceState = z.infer<typeof placeState>;

const weather = z.enum(['live', 'simulated', 'replay']);

/** How every stream begins: the present state of all places that the key may see. */
export const streamHello = z.object({
  now: z.string(),
  /** Other than `live` it is no real weather. */
  weather,
  heartbeatSeconds: z.number(),
  places: z.array(placeState),
});

/** The stream goes on, but what happened before is not to be had; a `hello` follows. */
export const streamReset = z.object({ reason: z.string() });

/** A stored event; what else it has depends on its kind, and is what webhooks are sent. */
export const streamEvent = z.looseObject({
  /** A UUID, the same as webhooks get. */
  id: z.string(),
  type: z.enum(Object.keys(streamKinds) as [StreamKind, ...StreamKind[]]),
  /** When it happened, by the product clock. */
  sentAt: z.string(),
  placeIds: z.array(z.string()),
  weather,
  /** It is from before this stream was opened: history, for what was missed. The `hello` has the present. */
  replayed: z.boolean(),
  /** Of `place.state`. */
  place: placeState.optional(),
});

export type StreamHello = z.infer<typeof streamHello>;
export type StreamReset = z.infer<typeof streamReset>;
export type StreamEventData = z.infer<typeof streamEvent>;
