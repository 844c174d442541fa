import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { mqtt } from './index.ts';

const read = (env: Record<string, string>) => readConfig([mqtt], [], env)?.subjects.mqtt;

test('without a broker nothing is set; with one the prefixes have their usual values', () => {
  expect(read({ ALLCLEAR_MQTT_USERNAME: 'x' })).toBeNull();
  expect(read({ ALLCLEAR_MQTT_URL: 'mqtts://broker.example:8883' })).toEqual({
    ...{ url: 'mqtts://broker.example:8883', username: null, password: null, organization: null },
    ...{ prefix: 'allclear', discoveryPrefix: 'homeassistant' },
  });
});

test.each([
  ['http://broker.example', 'ALLCLEAR_MQTT_URL must be'],
  ['mqtt://me:hidden@broker.example', 'variables of their own'],
  ['mqtts://broker.example/path', 'ALLCLEAR_MQTT_URL must be'],
  ['broker.example', 'ALLCLEAR_MQTT_URL must be'],
])('%s is refused, without what it may hide', (url, problem) => {
  expect(() => read({ ALLCLEAR_MQTT_URL: url })).toThrow(problem);
  expect(() => read({ ALLCLEAR_MQTT_URL: url })).not.toThrow('hidden');
});

test('a password without a user and a prefix that matches other topics are refused', () => {
  expect(() => read({ ALLCLEAR_MQTT_PASSWORD: 'x' })).toThrow('needs ALLCLEAR_MQTT_USERNAME');
  for (const prefix of ['#', 'a/+', '/a', '$SYS', 'a b'])
    expect(() => read({ ALLCLEAR_MQTT_PREFIX: prefix })).toThrow('ALLCLEAR_MQTT_PREFIX must be');
});
