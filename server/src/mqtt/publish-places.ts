import { openMqttClient } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { LivePlaceAnswers } from '../warnings/index.ts';
import { PlacePublisher } from './place-publisher.ts';
import type { MqttSettings } from './settings.ts';
import { organizationsNamed } from './store.ts';
import { topicsOf } from './topics.ts';

/** Real ms between two looks at the answers: a change is published within a second. */
const restMs = 500;

export interface PublishingState {
  readonly isConnected: boolean;
  readonly places: number;
  /** Epoch ms of the wall clock. */
  readonly lastAt: number | null;
}

/** The loop that publishes the states of places, and how it does in this process: null while another one is active. */
export function publishPlaces(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'weather' | 'changes' | 'settings'>,
  live: LightningLive,
  settings: MqttSettings,
): { readonly loop: Loop; state(): PublishingState | null; reload(): void } {
  const { clock, log, changes } = platform;
  let active: { publisher: PlacePublisher; isConnected: () => boolean; answers: LivePlaceAnswers } | null =
    null;
  return {
    state() {
      if (active === null) return null;
      const { publisher, isConnected } = active;
      return { isConnected: isConnected(), places: publisher.places, lastAt: publisher.lastAt };
    },
    reload: () => active?.answers.apply(null),
    loop: {
      name: 'mqtt',
      async run(signal) {
        const answers = answersOf(platform, live, settings);
        const { connection, publisher } = openPublisher(platform, settings);
        active = { publisher, answers, isConnected: () => connection.connection() !== null };
        const unsubscribe = changes.subscribe((change) => answers.apply(change));
        const times = () => ({ now: clock.now(), sentAt: wallNow() });
        try {
          while (!signal.aborted) {
            // Not waited for: what hangs must not keep a strike from being published.
            void answers.refresh();
            const places = answers.at(clock.now());
            // A lost connection is logged where it is made again.
            if (places !== null)
              await publisher
                .round(places, times())
                .catch((error: unknown) => log.debug({ err: error }, 'states were not published over MQTT'));
            await clock.sleep(restMs * clock.speed, signal);
          }
        } finally {
          unsubscribe();
          active = null;
          await publisher
            .stop(times())
            .catch((error: unknown) => log.debug({ err: error }, 'the MQTT connection did not end cleanly'));
        }
      },
    },
  };
}

function openPublisher(
  { log, weather, settings: base }: Pick<Platform, 'log' | 'weather' | 'settings'>,
  settings: MqttSettings,
) {
  const topics = topicsOf(settings);
  const broker = new FeedLog(log, `the MQTT broker ${new URL(settings.url).host}`);
  let lastVersion: 4 | 5 | null = null;
  const connection = openMqttClient({
    url: settings.url,
    username: settings.username,
    password: settings.password,
    clientId: topics.clientId,
    will: { topic: topics.status, payload: 'offline' },
    topicFilter: topics.filter,
    onMessage: (topic, payload) => publisher.found(topic, payload),
    onConnect: (version) => {
      broker.succeeded();
      if (version !== lastVersion)
        log.info(
          `connected to the MQTT broker with MQTT ${version === 5 ? '5' : '3.1.1: it keeps states for ever'}`,
        );
      lastVersion = version;
    },
    onFailure: (reason) => broker.failed(reason),
    jitter: Math.random,
  });
  const publisher = new PlacePublisher(connection, { topics, weather: weatherKind(weather), url: base.url });
  return { connection, publisher };
}

function answersOf(
  { db, log }: { db: Platform['db']; log: FastifyBaseLogger },
  live: LightningLive,
  { organization }: MqttSettings,
): LivePlaceAnswers {
  const reads = new FeedLog(log, 'reading of places for MQTT');
  let isMissing = false;
  return new LivePlaceAnswers({
    db,
    live,
    async organizationIds() {
      if (organization === null) return null;
      const ids = await organizationsNamed(db, organization);
      if (ids.length === 0 && !isMissing)
        log.warn(
          { organization },
          'no organization has the name of ALLCLEAR_MQTT_ORGANIZATION: nothing is published',
        );
      isMissing = ids.length === 0;
      return ids;
    },
    onRead: () => reads.succeeded(),
    onError: (error) => reads.failed(error),
  });
}
