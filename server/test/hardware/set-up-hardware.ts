import type { Hardware, RemoteRelay } from '@allclear/contract';
import { expect } from 'vitest';
import { ask, type TestServer } from '../test-server.ts';

/** A board with sound and light, as an Admin enters it. */
export const sirenForm = {
  ...{
    name: 'Field siren',
    modelId: 'OWS',
    driver: 'shelly',
    ipAddress: '127.0.0.10',
    password: 'open sesame',
  },
  wiring: { warningSound: 'switch:0', allClearSound: 'switch:1', light: 'switch:2' },
};

/** A loudspeaker. */
export const speakerForm = {
  ...{ name: 'Field speaker', modelId: 'PAS', driver: 'rtp', ipAddress: '127.0.0.60:50002' },
};

type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => ReturnType<typeof ask>;

/** Calls as the holder of a key, on the server of the test file. */
export const callsOf =
  (caller: () => { readonly app: TestServer['app']; readonly key: string }): Call =>
  (method, path, body) => {
    const { app, key } = caller();
    return ask(app, method, `/api/${path}`, { key, body });
  };

/** A place of an organization; `groupIds` are the groups that it belongs to, all of them when empty. */
export async function addPlace(
  { store }: Pick<TestServer, 'store'>,
  organizationId: string,
  { name = 'Stadium', groupIds = [] }: { name?: string; groupIds?: readonly string[] } = {},
): Promise<string> {
  const { id } = await store.db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organizationId, name, address: `${name} road`, latitude: 28, longitude: -82 },
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const groupId of groupIds)
    await store.db
      .insertInto('organization_location_groups')
      .values({ organization_location_id: id, group_id: groupId, organization_id: organizationId })
      .execute();
  return id;
}

/** Adds a unit through the API. */
export async function addUnit(call: Call, placeId: string, more: object = {}): Promise<Hardware> {
  const body = { ...sirenForm, organizationLocationId: placeId, ...more };
  const answer = await call('POST', 'Hardware', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** Adds a relay through the API. */
export async function addUnitRelay(call: Call, hardwareId: string, more: object = {}): Promise<RemoteRelay> {
  const body = { hardwareId, name: 'Gate', output: 'switch:4', ...more };
  const answer = await call('POST', 'RemoteRelay', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
