// Over 300 lines: an organization with one record of each kind, which are made from one another.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Role, roles } from '@allclear/domain';
import { createApiKey, hashPassword } from '@allclear/server/identity/index.ts';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { type Answer, call, dataOf } from './calls.ts';
import { addScenarioTrigger, informacastOf } from './records/informacast-rows.ts';
import {
  forecastBody,
  hardwareBody,
  messageBody,
  policyBody,
  reportBody,
  riskBody,
  scheduleBody,
  showBody,
  snapshotBody,
  workRestBody,
} from './records/sample-bodies.ts';
import { jpeg } from './sample-image.ts';

/** What another organization may have an id of. */
export const kinds = [
  'organization',
  'organizationLocation',
  'user',
  'notificationUser',
  'group',
  'location',
  'policy',
  'station',
  'webhook',
  'webhookDelivery',
  'informacastConnection',
  'informacastWebhook',
  'scenarioTrigger',
  'strikeFeed',
  'riskProfile',
  'workRestProfile',
  'forecast',
  'notice',
  'push',
  'displayLink',
  'widget',
  'camera',
  'cameraLink',
  'show',
  'showLink',
  'thunderReport',
  'closure',
  'responseRequest',
  'shelter',
  'rollCallGroup',
  'rollCall',
  'calledGroup',
  'rollCallMember',
  'apiKey',
  'placeImport',
  'personImport',
  'hardware',
  'sirenSchedule',
  'snapshotSchedule',
  'relay',
  'storedMessage',
  'report',
  'recurringReport',
  'massMessage',
  'messageTemplate',
] as const;
export type Kind = (typeof kinds)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly key: string;
}

export interface Organization {
  readonly id: string;
  /** A text that stands in every text field of the organization, and nowhere else. */
  readonly marker: string;
  readonly people: Readonly<Record<Role | 'other' | 'deactivated' | 'revoked', Person>>;
  /** A record of each kind; personal ones are the Super Admin's. */
  readonly ids: Readonly<Record<Kind, string>>;
  /** A new record of a kind, of a person where it is personal. */
  make(kind: Kind, person?: Person): Promise<string>;
}

export const password = 'a storm over the bay';
let passwordHash: string | undefined;
let counter = 0;

/** An active person with an API key. */
export async function addPerson(
  { db }: Store,
  organizationId: string,
  { role, name, isActive = true }: { role: Role; name: string; isActive?: boolean },
): Promise<Person> {
  passwordHash ??= await hashPassword(password);
  const email = `${role}-${++counter}@${name.toLowerCase()}.example`;
  const { id } = await db
    .insertInto('users')
    .values({
      ...{
        organization_id: organizationId,
        email,
        user_name: `${name} ${role}`,
        password_hash: passwordHash,
      },
      ...{ first_name: `${name} first`, last_name: `${name} last`, phone_number: null, role },
      ...{ is_active: isActive, created_at: new Date(), activated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { key } = await createApiKey(db, testActor, {
    organizationId,
    userId: id,
    name: `${name} key`,
    now: Date.now(),
  });
  return { id, email, role, key };
}

export async function addBareOrganization({ db }: Store, marker: string): Promise<string> {
  const { id } = await db
    .insertInto('organizations')
    .values({
      name: `${marker} organization`,
      ...{ support_email: `${marker}@support.example`, support_phone: `555 ${marker}` },
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An organization with people of every role and records of every kind, with its marker in every text. */
export async function addOrganization(origin: string, store: Store, marker: string): Promise<Organization> {
  const id = await addBareOrganization(store, marker);
  const people = {} as Record<Role | 'other' | 'deactivated' | 'revoked', Person>;
  for (const role of Object.keys(roles) as Role[])
    people[role] = await addPerson(store, id, { role, name: marker });
  people.other = await addPerson(store, id, { role: 'customer', name: marker });
  people.deactivated = await addPerson(store, id, { role: 'admin', name: marker, isActive: false });
  people.revoked = await addPerson(store, id, { role: 'admin', name: marker });
  await store.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', people.revoked.id)
    .execute();
  const ids = { organization: id, user: people.customer.id } as Record<Kind, string>;
  const organization = {
    ...{ id, marker, people, ids },
    make: (kind: Kind, person = people['super-admin']) =>
      make({ origin, store, organization: { id, marker, ids }, person }, kind),
  };
  for (const kind of kinds) ids[kind] ??= await organization.make(kind);
  return organization;
}

interface Making {
  readonly origin: string;
  readonly store: Store;
  readonly organization: Pick<Organization, 'id' | 'marker' | 'ids'>;
  readonly person: Person;
}

async function addPlace(store: Store, organizationId: string, text: string): Promise<string> {
  const { id } = await store.db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organizationId, name: text, address: `${text} street` },
      // Far from all simulated weather, also from the storm that is made at a location.
      ...{ latitude: 48 + counter / 1_000, longitude: -110, created_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function make({ origin, store, organization, person }: Making, kind: Kind): Promise<string> {
  const { marker, ids } = organization;
  const text = `${marker} ${++counter}`;
  const send = async (path: string, body: unknown, headers = {}): Promise<Answer> =>
    call(origin, { method: 'POST', path: `/api/${path}`, key: person.key, body, headers });
  const post = async (path: string, body: unknown) => dataOf(await send(path, body));
  switch (kind) {
    case 'organization':
      return organization.id;
    case 'user':
      return (await addPerson(store, organization.id, { role: 'customer', name: marker })).id;
    case 'organizationLocation':
      return addPlace(store, organization.id, text);
    case 'notificationUser':
      return (
        await post('notificationuser', {
          ...{ firstName: text, lastName: text, email: `${marker}-${counter}@people.example` },
          emailNotifications: false,
        })
      ).user.id;
    case 'group':
      return (await post('site/add', { name: text })).id;
    case 'location':
      return (await post('location/Add', { label: text, locationName: text, latitude: 44, longitude: -110 }))
        .id;
    case 'policy':
      return (await post('policy', policyBody(text, ids.group))).id;
    case 'station': {
      const { id } = await post('WeatherStation', {
        ...{ name: text, model: text, organizationLocationId: ids.organizationLocation },
      });
      dataOf(await send(`WeatherStation/Image/${id}`, jpeg, { 'content-type': 'image/jpeg' }));
      return id;
    }
    case 'hardware':
      return (await post('Hardware', hardwareBody(text, ids.organizationLocation))).id;
    case 'relay': {
      // Each on a unit of its own: an output has one relay.
      const { id } = await post('Hardware', hardwareBody(text, ids.organizationLocation));
      return (await post('RemoteRelay', { hardwareId: id, name: text, output: 'switch:5' })).id;
    }
    case 'report': {
      // Without a job it stays queued.
      const request = reportBody(text, ids.station);
      const { id } = await store.db
        .insertInto('reports')
        .values({
          ...{ organization_id: organization.id, user_id: person.id, name: text, report_type: 0 },
          ...{ request: JSON.stringify(request), start_date: '2026-06-05', end_date: '2026-06-05' },
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }
    case 'recurringReport':
      return (
        await post('reports/generate', {
          ...{ ...reportBody(text, ids.station), Recurring: { recurringPeriod: 'DAY' } },
        })
      ).id;
    case 'storedMessage':
      return (await post('PA/StoredMessage', { title: text, message: text, clip: text })).id;
    case 'widget': {
      const now = new Date();
      const { id } = await store.db
        .insertInto('widgets')
        .values({
          ...{ organization_id: organization.id, created_by: person.id, public_id: randomUUID() },
          ...{ organization_location_id: ids.organizationLocation, name: text, message: text },
          ...{ theme: 0, type: 0, primary_condition: 0, width: 800, created_at: now, updated_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }
    case 'camera':
      return (await post('LiveStream/Camera', { name: text, kind: 'simulated' })).id;
    case 'cameraLink': {
      // Sharing stays switched off, as organizations begin.
      const now = new Date();
      const { id } = await store.db
        .insertInto('camera_links')
        .values({
          ...{ organization_id: organization.id, user_id: person.id, camera_id: ids.camera, name: text },
          ...{ hash: randomBytes(32), created_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }
    case 'show':
      return (await post('Show', showBody(text, ids.organizationLocation))).id;
    case 'showLink':
      return (await post(`Show/${ids.show}/Link`, { name: text, days: 7 })).id;
    case 'thunderReport':
      return (
        await post('ThunderReport', {
          ...{ organizationLocationId: ids.organizationLocation, key: randomUUID() },
          // Of hours ago: it is recorded and sounds no siren.
          ...{ pressedAtMs: 1, sentAtMs: 4 * 3_600_000 },
        })
      ).id;
    case 'closure':
      return (
        await post('Closure', {
          // A place is closed once.
          ...{
            organizationLocationId: await addPlace(store, organization.id, text),
            reason: text,
            untilUtc: null,
          },
        })
      ).id;
    case 'displayLink':
      return (await post('DisplayLink', { name: text, locationIds: [ids.location], days: 7 })).id;
    case 'apiKey': {
      const owner = { organizationId: organization.id, userId: person.id };
      return (await createApiKey(store.db, testActor, { ...owner, name: text, now: Date.now() })).id;
    }
    case 'placeImport':
    case 'personImport': {
      const [path, csv] =
        kind === 'placeImport'
          ? ['organizationLocation/Import', `Name,Latitude,Longitude\n${text},44,-110\n`]
          : [
              'user/Import',
              `First Name,Email,Role\n${text},${marker}-${counter}@import.example,Notification Only\n`,
            ];
      return dataOf(await send(path, Buffer.from(csv), { 'content-type': 'text/csv' })).id;
    }
    case 'webhookDelivery': {
      const id = randomUUID();
      const webhook = await post('Webhook', {
        url: `https://${marker}-${counter}.invalid/${marker}`,
        kinds: ['audit.head'],
      });
      const now = new Date();
      const own = { organization_id: organization.id, created_at: now };
      await store.db
        .insertInto('webhook_events')
        .values({ ...own, id, kind: 'test', data: JSON.stringify({ text }), at: now })
        .execute();
      await store.db
        .insertInto('webhook_deliveries')
        .values({
          ...{ ...own, id, event_id: id, webhook_id: webhook.id, state: 'failed' },
          ...{ begun_at: now, updated_at: now },
        })
        .execute();
      return id;
    }
    case 'sirenSchedule':
      return (await post('Siren/Schedule', scheduleBody(ids.hardware))).id;
    case 'snapshotSchedule':
      return (await post('SnapshotSchedules', snapshotBody(ids.station))).schedule.id;
    case 'webhook':
      return (
        await post('Webhook', {
          url: `https://${marker}-${counter}.invalid/${marker}`,
          kinds: ['audit.head'],
        })
      ).id;
    case 'informacastConnection':
      return (await informacastOf(store, organization.id)).id;
    case 'informacastWebhook':
      return (await informacastOf(store, organization.id)).webhook_id;
    case 'scenarioTrigger':
      return addScenarioTrigger(store, organization, text);
    case 'strikeFeed':
      return (await post('ingest/feeds', { name: text, vouches: false })).id;
    case 'riskProfile':
      return (await post('RiskProfile', riskBody(text))).id;
    case 'workRestProfile':
      return (await post('WorkRest/Profiles', workRestBody(text))).id;
    case 'forecast':
      return (await post('ProactiveForecast', forecastBody(text))).id;
    case 'massMessage': {
      const recipient = await addPerson(store, organization.id, { role: 'customer', name: marker });
      const body = { ...messageBody(text, recipient.id), key: randomUUID() };
      return (await post('Communication/Mass/Send', body)).id;
    }
    case 'shelter':
      return (
        await post(`RollCall/Shelters/${await addPlace(store, organization.id, text)}`, {
          ...{ name: text, capacity: 30, minutesToReach: 3, directions: text },
        })
      ).id;
    case 'rollCallGroup': {
      const place = await addPlace(store, organization.id, text);
      return (await post(`RollCall/Groups/${place}`, { name: text, expected: 24 })).id;
    }
    case 'rollCall': {
      // With names, so that there is what another organization must not learn.
      await store.db
        .insertInto('roll_call_settings')
        .values({ organization_id: organization.id, names: true, updated_at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // A place has one that is open.
      const place = await addPlace(store, organization.id, text);
      return (await post(`RollCall/Place/${place}`, { key: randomUUID(), isDrill: true })).id;
    }
    case 'calledGroup':
    case 'rollCallMember': {
      const form = { key: randomUUID(), name: text, expected: 24 };
      const { live } = await post(`RollCall/${ids.rollCall}/Group`, form);
      const group = live.groups.find(({ name }: { name: string }) => name === text);
      if (kind === 'calledGroup') return group.id;
      const members = [{ key: randomUUID(), name: text }];
      const named = await post(`RollCall/${ids.rollCall}/Group/${group.id}/Members`, { members });
      return named.live.groups.find(({ id }: { id: string }) => id === group.id).members[0].id;
    }
    case 'responseRequest': {
      // Asked of the person, by a message of another.
      const request = randomUUID();
      const now = new Date();
      const { id: noticeId } = await store.db
        .insertInto('notices')
        .values({
          ...{ organization_id: organization.id, kind: 'mass-message', event_type: 14, subject: text, text },
          ...{ correlation_id: randomUUID(), short: text, time_zone: 'UTC', at: now, written_at: now },
          source_key: request,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await store.db
        .insertInto('response_requests')
        .values({
          ...{
            id: request,
            organization_id: organization.id,
            notice_id: noticeId,
            asked_at: now,
            steps: '[]',
          },
          ends_wall_at: new Date(now.getTime() + 3_600_000),
        })
        .execute();
      await store.db
        .insertInto('response_requested_people')
        .values({ request_id: request, user_id: person.id, organization_id: organization.id })
        .execute();
      return request;
    }
    case 'messageTemplate':
      return (await post('Communication/Mass/Create/Template', messageBody(text))).id;
    case 'notice': {
      await post('Settings/Notifications/Test', undefined);
      const notice = await store.db
        .selectFrom('notices')
        .select('id')
        .where('organization_id', '=', organization.id)
        .orderBy('written_at', 'desc')
        .executeTakeFirstOrThrow();
      return notice.id;
    }
    case 'push': {
      const base64 = (bytes: number) => randomBytes(bytes).toString('base64url');
      return (
        await post('Settings/Push', {
          endpoint: `https://${marker}-push.invalid/${marker}/${counter}`,
          keys: { p256dh: base64(65), auth: base64(16) },
        })
      ).id;
    }
  }
}
