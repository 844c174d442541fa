import { Gauge, type Registry } from 'prom-client';
import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { type PublishingState, publishPlaces } from './publish-places.ts';
import { mqttSettings } from './settings.ts';

/** Publishes the states of places to an MQTT broker, for Home Assistant and others; without a broker it does nothing. */
export const mqtt = defineSubject({
  name: 'mqtt',
  needs: { lightning },
  settings: mqttSettings,
  async open({ platform, settings, needs }) {
    if (settings === null) return { api: {} };
    const { loop, state, reload } = publishPlaces(platform, needs.lightning.live, settings);
    return {
      api: {},
      loops: [loop],
      changes: {
        // The loop has the changes of the bus, while it runs.
        apply() {},
        async reload() {
          reload();
        },
      },
      health: { feeds: [], metrics: (registry) => addMetrics(registry, state) },
    };
  },
});

function addMetrics(registry: Registry, state: () => PublishingState | null): void {
  const gauge = (name: string, help: string, value: (state: PublishingState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        const now = state();
        const number = now === null ? null : value(now);
        if (number === null) this.remove();
        else this.set(number);
      },
    });
  gauge(
    'allclear_mqtt_connected',
    '1 while the leading engine is connected to the MQTT broker, 0 while it is not; absent in other processes',
    ({ isConnected }) => Number(isConnected),
  );
  gauge('allclear_mqtt_places', 'Places whose states are published over MQTT', ({ places }) => places);
  gauge(
    'allclear_mqtt_last_publish_timestamp_seconds',
    'When states were last published over MQTT, of the wall clock; absent before',
    ({ lastAt }) => (lastAt === null ? null : lastAt / 1_000),
  );
}
