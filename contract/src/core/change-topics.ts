/**
 * What an event of `GET /api/events` may announce. `hello` opens the stream, `strikes` are new ones on the
 * map, `profiles` those of heat. Plain data, so that the browser can check a topic without the schemas.
 */
export const changeTopics = [
  'hello',
  'lightning',
  'locations',
  'observations',
  'status',
  'strikes',
  'warnings',
  'notifications',
  'policies',
  'profiles',
  'practice-times',
  'hardware',
  'mass-messages',
  'thunder',
  'closures',
  'responses',
  'roll-call',
  'duties',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];
