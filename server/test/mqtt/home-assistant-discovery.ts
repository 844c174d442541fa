/**
 * JSON schemas of MQTT discovery messages, written from the tables of Home Assistant's documentation (MQTT
 * integration, 'MQTT discovery' and 'Availability'; 'MQTT binary sensor'; 'MQTT sensor'). No other field is
 * allowed, so that a misspelt one fails.
 */

const text = { type: 'string', minLength: 1 };
const seconds = { type: 'integer', minimum: 1 };
const topic = { type: 'string', pattern: '^[^#+\\u0000]+$', maxLength: 65_535 };
const uniqueId = { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' };

const device = {
  type: 'object',
  additionalProperties: false,
  required: ['identifiers'],
  properties: {
    configuration_url: { type: 'string', pattern: '^(https?|homeassistant)://' },
    connections: { type: 'array', items: { type: 'array', items: text, minItems: 2, maxItems: 2 } },
    hw_version: text,
    identifiers: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    manufacturer: text,
    model: text,
    model_id: text,
    name: text,
    serial_number: text,
    suggested_area: text,
    sw_version: text,
    via_device: text,
  },
};

const origin = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: text, sw_version: text, support_url: { type: 'string', pattern: '^https?://' } },
};

const availability = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['topic'],
    properties: { topic, payload_available: text, payload_not_available: text, value_template: text },
  },
};

/** Fields of both kinds. A message has either a list of topics of availability or one. */
const shared = {
  availability,
  availability_mode: { enum: ['all', 'any', 'latest'] },
  availability_template: text,
  availability_topic: topic,
  default_entity_id: text,
  device,
  enabled_by_default: { type: 'boolean' },
  encoding: { type: 'string' },
  entity_category: { enum: ['config', 'diagnostic'] },
  expire_after: seconds,
  force_update: { type: 'boolean' },
  group: { type: 'array', items: text },
  icon: text,
  json_attributes_template: text,
  json_attributes_topic: topic,
  name: { type: ['string', 'null'] },
  object_id: text,
  origin,
  payload_available: text,
  payload_not_available: text,
  platform: text,
  qos: { enum: [0, 1, 2] },
  state_topic: topic,
  unique_id: uniqueId,
  value_template: text,
};

const message = (properties: object) => ({
  type: 'object',
  additionalProperties: false,
  // A device needs a unique id, and a message of discovery says where it comes from.
  required: ['state_topic', 'unique_id', 'device', 'origin'],
  not: { required: ['availability', 'availability_topic'] },
  properties: { ...shared, ...properties },
});

const binarySensorClasses = [
  ...['battery', 'battery_charging', 'carbon_monoxide', 'cold', 'connectivity', 'door', 'garage_door', 'gas'],
  ...['heat', 'light', 'lock', 'moisture', 'motion', 'moving', 'occupancy', 'opening', 'plug', 'power'],
  ...[
    'presence',
    'problem',
    'running',
    'safety',
    'smoke',
    'sound',
    'tamper',
    'update',
    'vibration',
    'window',
  ],
];

export const homeAssistantSchemas = {
  binary_sensor: message({
    device_class: { enum: binarySensorClasses },
    off_delay: seconds,
    payload_off: text,
    payload_on: text,
  }),
  sensor: {
    ...message({
      device_class: text,
      last_reset_value_template: text,
      options: { type: 'array', items: text, minItems: 1, uniqueItems: true },
      state_class: { enum: ['measurement', 'measurement_angle', 'total', 'total_increasing'] },
      suggested_display_precision: { type: 'integer', minimum: 0 },
      unit_of_measurement: text,
    }),
    // A list of options is for the class enum only, which has neither a unit nor a class of statistics.
    if: { required: ['options'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: {
      properties: { device_class: { const: 'enum' } },
      required: ['device_class'],
      not: { anyOf: [{ required: ['state_class'] }, { required: ['unit_of_measurement'] }] },
    },
  },
};
