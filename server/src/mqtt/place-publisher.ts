import type { MqttConnection, RetainedMessage } from '@allclear/adapters';
import type { WeatherKind } from '@allclear/domain';
import type { AnsweredPlace } from '../warnings/index.ts';
import { presentDiscovery } from './present-discovery.ts';
import {
  changeKeyOf,
  type PlaceState,
  presentPlace,
  presentStopped,
  stateLifeSeconds,
  type Times,
} from './present-place.ts';
import type { Topics } from './topics.ts';

/** States are published again after so long, real ms: four times within their life. */
const republishMs = 30_000;

interface Sent {
  readonly discovery: string;
  readonly changeKey: string;
  /** `performance.now()` */
  readonly at: number;
}

interface PublisherOptions {
  readonly topics: Topics;
  readonly weather: WeatherKind;
  /** Where people reach the product. */
  readonly url: string;
}

/** Publishes the states of places to one broker: at each change, and again before they expire. */
export class PlacePublisher {
  readonly #connection: MqttConnection;
  readonly #options: PublisherOptions;
  /** The connection to which `#sent` went. */
  #on: number | null = null;
  readonly #sent = new Map<string, Sent>();
  /** Places of which the broker has discovery messages. */
  readonly #discovered = new Set<string>();
  #onlineAt = Number.NEGATIVE_INFINITY;
  #lastAt: number | null = null;

  constructor(connection: MqttConnection, options: PublisherOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** When states were last published, epoch ms of the wall clock. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  get places(): number {
    return this.#sent.size;
  }

  /** The broker has a message of a topic that `topics.filter` matches. */
  found(topic: string, payload: string): void {
    const id = this.#options.topics.placeOf(topic);
    if (id !== null && payload !== '') this.#discovered.add(id);
  }

  /** Publishes what has changed or is due. Throws when the broker does not take it; the next round does it all. */
  async round(places: readonly AnsweredPlace[], times: Times): Promise<void> {
    const connection = this.#connection.connection();
    if (connection === null) return;
    if (connection !== this.#on) this.#begin(connection);
    const { topics } = this.#options;
    const at = performance.now();
    const messages: RetainedMessage[] = this.#removed(places);
    const sent: [string, Sent][] = [];
    for (const answered of places) {
      const { id } = answered.place;
      const before = this.#sent.get(id);
      const state = presentPlace(answered, this.#options.weather, times);
      const changeKey = changeKeyOf(state);
      const discovery = this.#discovery(answered);
      const isNew = before?.discovery !== discovery.key;
      const isDue = before === undefined || before.changeKey !== changeKey || at - before.at >= republishMs;
      if (isNew) messages.push(...discovery.messages);
      if (isNew || isDue) {
        messages.push(stateMessage(topics.state(id), state));
        sent.push([id, { discovery: discovery.key, changeKey, at }]);
      }
    }
    if (messages.length > 0) {
      await this.#connection.publish(messages);
      this.#lastAt = times.sentAt;
    }
    for (const [id, one] of sent) this.#sent.set(id, one);
    // After the states: nobody shows one that the broker kept from before.
    if (at - this.#onlineAt >= republishMs) {
      await this.#connection.publish([{ topic: topics.status, payload: 'online' }]);
      this.#onlineAt = at;
    }
  }

  /** Says that nobody follows the places any more, and ends the connection. */
  async stop(times: Times): Promise<void> {
    const { topics, weather } = this.#options;
    const stopped = presentStopped(weather, times);
    try {
      if (this.#connection.connection() !== null) {
        await this.#connection.publish([
          { topic: topics.status, payload: 'offline' },
          ...[...this.#sent.keys()].map((id) => stateMessage(topics.state(id), stopped)),
        ]);
      }
    } finally {
      await this.#connection.close();
    }
  }

  #begin(connection: number): void {
    this.#on = connection;
    this.#sent.clear();
    this.#onlineAt = Number.NEGATIVE_INFINITY;
  }

  /** Ends the entities of places that are gone, also of those that went while nothing ran. */
  #removed(places: readonly AnsweredPlace[]): RetainedMessage[] {
    const { topics } = this.#options;
    const present = new Set(places.map(({ place }) => place.id));
    const gone = [...new Set([...this.#sent.keys(), ...this.#discovered])].filter((id) => !present.has(id));
    for (const id of gone) {
      this.#sent.delete(id);
      this.#discovered.delete(id);
    }
    return gone
      .flatMap((id) => [topics.binarySensor(id), topics.sensor(id), topics.state(id)])
      .map((topic) => ({ topic, payload: '' }));
  }

  #discovery({ place }: AnsweredPlace): { key: string; messages: RetainedMessage[] } {
    const { topics } = this.#options;
    const { binarySensor, sensor } = presentDiscovery(place, this.#options);
    const messages = [
      { topic: topics.binarySensor(place.id), payload: JSON.stringify(binarySensor) },
      { topic: topics.sensor(place.id), payload: JSON.stringify(sensor) },
    ];
    return { key: messages.map(({ payload }) => payload).join(), messages };
  }
}

function stateMessage(topic: string, state: PlaceState): RetainedMessage {
  return { topic, payload: JSON.stringify(state), expiresAfterSeconds: stateLifeSeconds };
}
