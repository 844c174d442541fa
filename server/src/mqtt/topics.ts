import { createHash } from 'node:crypto';

export interface Topics {
  /** `online` while an engine publishes, else `offline`. */
  readonly status: string;
  state(placeId: string): string;
  readonly nodeId: string;
  binarySensor(placeId: string): string;
  sensor(placeId: string): string;
  /** Matches the discovery messages of this installation's binary sensors, also of places that are gone. */
  readonly filter: string;
  /** The place of a topic that the filter matches; null for any other. */
  placeOf(topic: string): string | null;
  /**
   * The same for all processes of an installation: a process that takes over ends the connection of the one before,
   * whose last will then comes before its own `online`.
   */
  readonly clientId: string;
}

export function topicsOf({ prefix, discoveryPrefix }: { prefix: string; discoveryPrefix: string }): Topics {
  const nodeId = prefix.replaceAll('/', '_');
  const binarySensors = `${discoveryPrefix}/binary_sensor/${nodeId}/`;
  const pattern = /^([\w-]+)\/config$/;
  return {
    status: `${prefix}/status`,
    state: (placeId) => `${prefix}/${placeId}/state`,
    nodeId,
    binarySensor: (placeId) => `${binarySensors}${placeId}/config`,
    sensor: (placeId) => `${discoveryPrefix}/sensor/${nodeId}/${placeId}/config`,
    filter: `${binarySensors}+/config`,
    placeOf: (topic) =>
      topic.startsWith(binarySensors) ? (pattern.exec(topic.slice(binarySensors.length))?.[1] ?? null) : null,
    clientId: `allclear-${createHash('sha256').update(prefix).digest('hex').slice(0, 12)}`,
  };
}
