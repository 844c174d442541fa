import type { ServerResponse } from 'node:http';
import { heartbeatSeconds, type PlaceState, type StreamHello, type StreamReset } from '@allclear/contract';
import { byUrgency, type WeatherKind } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { placesOfLocations } from '../../locations/index.ts';
import {
  lastPlaceStates,
  newestPosition,
  noteStreamReader,
  type StreamEvent,
  streamEventsAfter,
  webhookBody,
} from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ProgramEvents } from '../../platform/events/program-events.ts';
import type { Principal } from '../../platform/http/serve.ts';
import { idOfPosition, positionOfId } from './event-ids.ts';
import { readStatedPlaces, stateOfPlace } from './place-states.ts';
import { restateMs } from './state-place-events.ts';

/** Events that are read and written at a time: what a slow reader holds of memory. */
const pageSize = 100;
/** A reader that takes nothing for this long is closed, real ms. It misses nothing: it comes back with its last id. */
const maxStallMs = 30_000;
/** Organizations with open streams are noted as read this often, real ms. */
const noteEveryMs = 10 * 60_000;
/** A stored state of a place counts for the first event of a stream while it is younger than this, wall ms. */
const storedStateMs = restateMs + 60_000;

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  readonly log: FastifyBaseLogger;
  readonly weather: WeatherKind;
  /** Where people reach the product. */
  readonly url: string;
}

interface ProgramStream {
  readonly organizationId: string;
  /** The locations that the key is limited to; null for none. */
  readonly locationIds: ReadonlySet<string> | null;
  readonly response: ServerResponse;
  /** The last position that was written. */
  position: number;
  /** Events to this one happened before the stream was opened. */
  openedAt: number;
  isReading: boolean;
  isWoken: boolean;
}

/** Writes stored events to the streams of programs: what one missed, then what comes, in order and without a gap. */
export class ProgramStreams implements ProgramEvents {
  readonly #context: Context;
  readonly #streams = new Set<ProgramStream>();
  readonly #timer: NodeJS.Timeout;

  constructor(context: Context) {
    this.#context = context;
    this.#timer = setInterval(() => void this.#noteReaders(), noteEveryMs);
    this.#timer.unref();
  }

  attach(principal: Principal, response: ServerResponse, lastEventId: string | undefined): void {
    // A key without these rights is told of changes, as before, and nothing of states.
    if (
      !(['observations:read', 'locations:read'] as const).every((one) => principal.permissions.includes(one))
    )
      return;
    const stream: ProgramStream = {
      ...{ organizationId: principal.organizationId, locationIds: principal.places, response },
      ...{ position: 0, openedAt: 0, isReading: true, isWoken: false },
    };
    // From here on it is woken by what commits, so nothing falls between what is read now and what comes.
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
    void this.#run(stream, () => this.#begin(stream, lastEventId));
  }

  /** Events of these organizations were committed; of any without ids. */
  wake(organizationIds?: readonly string[]): void {
    for (const stream of this.#streams) {
      if (organizationIds && !organizationIds.includes(stream.organizationId)) continue;
      stream.isWoken = true;
      if (!stream.isReading) void this.#run(stream, async () => {});
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#streams.clear();
  }

  async #run(stream: ProgramStream, begin: () => Promise<void>): Promise<void> {
    stream.isReading = true;
    try {
      await begin();
      do {
        stream.isWoken = false;
        await this.#read(stream);
      } while (stream.isWoken && isOpen(stream));
    } catch (error) {
      this.#context.log.error(
        { err: error },
        'the event stream of a program ends; the program may come back',
      );
      stream.response.end();
    } finally {
      stream.isReading = false;
    }
  }

  async #begin(stream: ProgramStream, lastEventId: string | undefined): Promise<void> {
    const { db, clock, weather } = this.#context;
    const { organizationId } = stream;
    await noteStreamReader(db, organizationId);
    const newest = await newestPosition(db, organizationId);
    stream.openedAt = newest;
    const from =
      lastEventId === undefined ? newest : await this.#positionAfter(organizationId, lastEventId, newest);
    stream.position = from ?? newest;
    if (from === null) {
      const reset: StreamReset = { reason: resetReason };
      await write(stream, `event: reset\ndata: ${JSON.stringify(reset)}\n\n`);
    }
    // After the position was read: the states are at least as new as the events that are not sent.
    const hello: StreamHello = {
      ...{ now: new Date(clock.now()).toISOString(), weather, heartbeatSeconds },
      places: await this.#presentStates(stream),
    };
    await write(stream, frame('hello', idOfPosition(organizationId, stream.position), hello));
  }

  /** The position of an id when everything after it is stored; else null. */
  async #positionAfter(organizationId: string, lastEventId: string, newest: number): Promise<number | null> {
    const position = positionOfId(organizationId, lastEventId);
    if (position === null || position > newest) return null;
    if (position === newest) return position;
    const [next] = await streamEventsAfter(this.#context.db, organizationId, position, 1);
    return next?.position === position + 1 ? position : null;
  }

  /**
   * The states now. This process may not have read yet what the engine has, so the more urgent of its own answer and
   * of the engine's last event counts; the next event of the place corrects it.
   */
  async #presentStates(stream: ProgramStream): Promise<PlaceState[]> {
    const { db, live, clock } = this.#context;
    const allowed = await this.#allowedPlaces(stream);
    const places = await readStatedPlaces(db, stream.organizationId, clock.now());
    const stored = await lastPlaceStates(db, stream.organizationId, storedStateMs);
    return places
      .filter(({ place }) => allowed === null || allowed.has(place.id))
      .map((place) => {
        const now = stateOfPlace(live, place, clock.now());
        const last = stored.get(now.id);
        return last !== undefined && byUrgency(last.state, now.state) < 0 ? last : now;
      });
  }

  async #read(stream: ProgramStream): Promise<void> {
    const { db } = this.#context;
    while (isOpen(stream)) {
      const events = await streamEventsAfter(db, stream.organizationId, stream.position, pageSize);
      if (events.length === 0) return;
      if (events.some(({ position }, index) => position !== stream.position + 1 + index))
        throw new Error('Events that were not read yet have been dropped.');
      const allowed = await this.#allowedPlaces(stream);
      let text = '';
      for (const event of events) text += this.#textOf(stream, event, allowed);
      stream.position = events.at(-1)?.position ?? stream.position;
      await write(stream, text);
    }
  }

  /** The organization locations that a limited key may see; null for all. Read anew: a location may be tied to another. */
  async #allowedPlaces({ organizationId, locationIds }: ProgramStream): Promise<ReadonlySet<string> | null> {
    if (locationIds === null) return null;
    return new Set(await placesOfLocations(this.#context.db, organizationId, [...locationIds]));
  }

  #textOf(stream: ProgramStream, event: StreamEvent, allowed: ReadonlySet<string> | null): string {
    const { kind, placeIds, position, data, at } = event;
    const id = idOfPosition(stream.organizationId, position);
    const mayRead =
      allowed === null || (placeIds.length > 0 && placeIds.every((place) => allowed.has(place)));
    // An id alone is no event, but the program's last id.
    if (!mayRead) return `id: ${id}\n\n`;
    const body: unknown = JSON.parse(
      webhookBody({ eventId: event.id, kind, placeIds: [...placeIds], data, at }, this.#context.url),
    );
    const more = { weather: this.#context.weather, replayed: position <= stream.openedAt };
    return frame(kind, id, Object.assign({}, body, more));
  }

  async #noteReaders(): Promise<void> {
    const { db, log } = this.#context;
    try {
      for (const id of new Set([...this.#streams].map(({ organizationId }) => organizationId)))
        await noteStreamReader(db, id);
    } catch (error) {
      log.error({ err: error }, 'the readers of event streams could not be noted');
    }
  }
}

const resetReason =
  'What happened after this Last-Event-ID is not known any more, or it is none of ours. The next event has the present.';

function frame(kind: string, id: string, data: unknown): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

function isOpen({ response }: ProgramStream): boolean {
  return !response.writableEnded && !response.destroyed;
}

/** Resolves when the reader has taken it; one that takes nothing for long is closed. */
async function write(stream: ProgramStream, text: string): Promise<void> {
  const { response } = stream;
  if (!isOpen(stream) || response.write(text)) return;
  await new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(stalled);
      response.off('drain', over);
      response.off('close', over);
      resolve();
    };
    const stalled = setTimeout(() => response.destroy(), maxStallMs);
    response.on('drain', over);
    response.on('close', over);
  });
}
