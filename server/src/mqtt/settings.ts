import { checkedText, defineSettings, text } from '../platform/settings/settings.ts';

export interface MqttSettings {
  /** `mqtt://host:port` or `mqtts://host:port`. */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** The name of the only organization whose places are published; null for all. */
  readonly organization: string | null;
  /** Before every topic of ours, such as `allclear`. */
  readonly prefix: string;
  /** Before the topics that Home Assistant reads. */
  readonly discoveryPrefix: string;
}

const isTopic = (value: string) => value.length <= 100 && /^[\w-]+(\/[\w-]+)*$/.test(value);
const topicProblem = (name: string) => (value: string) =>
  `${name} must be letters, digits, _ and -, with / between levels, not '${value}'.`;

function isBroker(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    ['mqtt:', 'mqtts:'].includes(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  );
}

const variables = {
  ALLCLEAR_MQTT_URL: checkedText(
    {
      fallback: '–',
      meaning:
        "an MQTT broker to which the states of places are [published](mqtt.md), `mqtts://host:port` (TLS) or `mqtt://host:port`; not the stations' one of `ALLCLEAR_MQTT_PORT`",
    },
    isBroker,
    // What was given may hold a password.
    () =>
      'ALLCLEAR_MQTT_URL must be of the form mqtts://host:port or mqtt://host:port; user and password have variables of their own.',
  ),
  ALLCLEAR_MQTT_USERNAME: text({ fallback: '–', meaning: 'for that broker' }),
  ALLCLEAR_MQTT_PASSWORD: text({ fallback: '–', meaning: 'for that broker' }),
  ALLCLEAR_MQTT_ORGANIZATION: text({
    fallback: 'all',
    meaning:
      'the name of the only organization whose places are published: everybody at the broker can read them',
  }),
  ALLCLEAR_MQTT_PREFIX: checkedText(
    {
      fallback: '`allclear`',
      meaning: 'begin of its topics; each installation at a broker needs one of its own',
    },
    isTopic,
    topicProblem('ALLCLEAR_MQTT_PREFIX'),
    'allclear',
  ),
  ALLCLEAR_MQTT_DISCOVERY_PREFIX: checkedText(
    { fallback: '`homeassistant`', meaning: 'where Home Assistant reads discovery messages' },
    isTopic,
    topicProblem('ALLCLEAR_MQTT_DISCOVERY_PREFIX'),
    'homeassistant',
  ),
};

/** Null without a broker. */
export const mqttSettings = defineSettings(variables, (values, { problem }): MqttSettings | null => {
  const {
    ALLCLEAR_MQTT_URL: url,
    ALLCLEAR_MQTT_USERNAME: username,
    ALLCLEAR_MQTT_PASSWORD: password,
  } = values;
  if (password !== '' && username === '') problem('ALLCLEAR_MQTT_PASSWORD needs ALLCLEAR_MQTT_USERNAME.');
  if (url === '') return null;
  return {
    url,
    username: username || null,
    password: password || null,
    organization: values.ALLCLEAR_MQTT_ORGANIZATION.trim() || null,
    prefix: values.ALLCLEAR_MQTT_PREFIX,
    discoveryPrefix: values.ALLCLEAR_MQTT_DISCOVERY_PREFIX,
  };
});
