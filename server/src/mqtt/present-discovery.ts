import type { WeatherKind } from '@allclear/domain';
import { placeStates, stateLifeSeconds } from './present-place.ts';
import type { Topics } from './topics.ts';

/** Rendered by Home Assistant for each state that arrives. An attribute that is missing gives None, never OFF. */
const unsafeTemplate =
  "{{ 'ON' if value_json.unsafe is true else ('OFF' if value_json.unsafe is false else 'None') }}";
/** A broker may keep a state from before it stopped itself, and give it to a Home Assistant that starts later. */
const freshTemplate = `{{ 'online' if as_timestamp(now()) - as_timestamp(value_json.sentAt, 0) < ${stateLifeSeconds} else 'offline' }}`;

const weatherMark: Readonly<Record<WeatherKind, string>> = {
  live: '',
  simulated: ' (simulated weather)',
  replay: ' (replayed weather)',
};

export interface DiscoveredPlace {
  readonly id: string;
  readonly name: string;
}

/** A discovery message of Home Assistant's MQTT integration, for one entity. */
export type Discovery = Readonly<Record<string, unknown>>;

/** The two entities of a place: whether it is unsafe, and its state. `url` is where people reach the product. */
export function presentDiscovery(
  { id, name }: DiscoveredPlace,
  { topics, weather, url }: { topics: Topics; weather: WeatherKind; url: string },
): { readonly binarySensor: Discovery; readonly sensor: Discovery } {
  const key = `${topics.nodeId}_${id}`;
  const shared = {
    state_topic: topics.state(id),
    json_attributes_topic: topics.state(id),
    availability: [
      { topic: topics.status, payload_available: 'online', payload_not_available: 'offline' },
      { topic: topics.state(id), value_template: freshTemplate },
    ],
    availability_mode: 'all',
    expire_after: stateLifeSeconds,
    qos: 1,
    device: {
      identifiers: [key],
      name: `${name}${weatherMark[weather]}`,
      manufacturer: 'Allclear',
      model: 'Weather safety of a place',
      configuration_url: url,
    },
    origin: { name: 'Allclear' },
  };
  return {
    binarySensor: {
      name: 'Safety',
      unique_id: `${key}_safety`,
      // On means unsafe, off means safe.
      device_class: 'safety',
      payload_on: 'ON',
      payload_off: 'OFF',
      value_template: unsafeTemplate,
      ...shared,
    },
    sensor: {
      name: 'State',
      unique_id: `${key}_state`,
      device_class: 'enum',
      // Home Assistant ignores a state that is not listed, and would go on showing the one before.
      options: placeStates,
      value_template: '{{ value_json.state }}',
      ...shared,
    },
  };
}
