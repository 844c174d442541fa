import type { Hardware, SirenSettings } from '@allclear/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import {
  addPlace,
  addUnit,
  callsOf,
  sirenForm,
  speakerForm,
} from '../../../test/hardware/set-up-hardware.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';

openTwoOrganizations('Coast');

const call = callsOf(() => ({ app: server.app, key: ours.people.admin.key }));
const callTheirs = callsOf(() => ({ app: server.app, key: theirs.people.admin.key }));

let placeId: string;
let siren: Hardware;
beforeEach(async () => {
  placeId = await addPlace(server, ours.organizationId);
  siren = await addUnit(call, placeId);
});

const read = async (id = siren.id) => (await call('GET', `Hardware/OWS/${id}`)).body.data as SirenSettings;
const change = (more: object, id = siren.id) => call('PATCH', 'Hardware/OWS/Settings', { id, ...more });
const failureOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => ({
  status,
  errors: body.responseException?.errors ?? body.responseException?.message,
});
const time = (more: object) => ({
  ...{ day: 3, startTime: '05:00:00', endTime: '23:00:00', allDay: false, enabled: true, ...more },
});
const addSpeaker = (more: object = {}) =>
  addUnit(call, placeId, { ...speakerForm, password: undefined, wiring: undefined, ...more });
const addPolicy = async (organizationId = ours.organizationId, typeShortName = 'WIND') =>
  (
    await server.store.db
      .insertInto('policies')
      .values({
        ...{ organization_id: organizationId, type_short_name: typeShortName, name: 'Wind at the pool' },
        ...{ threshold: 30, all_clear_minutes: 30, re_alert_minutes: 10, all_groups: true, events: [] },
        ...{ created_at: new Date(), updated_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('settings are changed, and what is left out stays as it is', async () => {
  const speaker = await addSpeaker();
  const wind = await addPolicy();
  const changed = await change({
    ...{ radius: 15, duration: 15, frequency: 4, afterSirenPaId: speaker.id, policyIds: [wind] },
    ...{ postWarnMessage: ' Go inside. ', lifeSafety: true, lightOffAfterHours: 6 },
    alertTimes: [time({ startTime: '00:00:00', endTime: '00:00:00' })],
    offlineWindow: { startTime: '23:00:00', endTime: '05:00:00' },
  });
  expect(changed.body.data).toMatchObject({ message: 'OWS Settings Successfully Updated', revision: 2 });
  expect(await read()).toMatchObject({
    ...{ radius: 15, duration: 15, frequency: 4, allClearDuration: 10, allClearFrequency: 1 },
    ...{ afterSirenPaId: speaker.id, postWarnMessage: 'Go inside.', lifeSafety: true, policyIds: [wind] },
    ...{ lightOffAfterHours: 6, locationName: 'Stadium', timeZoneId: 'America/New_York', timerNote: null },
    // Equal times at midnight are all day.
    alertTimes: [{ id: '3', ...time({ startTime: '00:00:00', endTime: '00:00:00', allDay: true }) }],
    offlineWindow: { startTime: '23:00:00', endTime: '05:00:00' },
  });
  const [entry] = (await auditEntriesOf(server.store, ours.organizationId)).slice(-1);
  expect(entry).toMatchObject({
    ...{ action: 'hardware.settings-changed', recordId: siren.id },
    ...{ before: { radiusMiles: 10 }, after: { radiusMiles: 15 } },
  });
  expect((await call('GET', 'Siren')).body.data).toHaveLength(1);
});

test('the organization location has the widest radius of its enabled sirens', async () => {
  await change({ radius: 14 });
  const other = await addUnit(call, placeId, { name: 'Pool siren', ipAddress: '127.0.0.11' });
  const bare = await addPlace(server, ours.organizationId, { name: 'Bare' });
  const settings = async () =>
    Object.fromEntries(
      (await call('GET', 'organizationLocation')).body.data.map(
        (place: { id: string; sirenSettings?: object }) => [place.id, place.sirenSettings],
      ),
    );
  expect(await settings()).toEqual({ [placeId]: { radius: 14 }, [bare]: undefined });
  await call('POST', 'Support/Siren/Disable', { id: siren.id, message: 'x' });
  expect(await settings()).toEqual({ [placeId]: { radius: 10 }, [bare]: undefined });
  await call('POST', 'Support/Siren/Disable', { id: other.id, message: 'x' });
  expect(await settings()).toEqual({ [placeId]: undefined, [bare]: undefined });
});

test('a timer below guidance is stored and says so', async () => {
  expect((await change({ allClearMinutes: 20 })).body.data.timerNote).toContain('30 minutes');
});

describe('refused, and nothing is stored:', () => {
  const duration = 'Sound duration must be 5 to 30 seconds in steps of 5';
  test.each<[string, object, string, string | RegExp]>([
    ['7 seconds', { duration: 7 }, 'Duration', duration],
    ['35 seconds', { allClearDuration: 35 }, 'AllClearDuration', duration],
    ['11 plays', { frequency: 11 }, 'Frequency', 'Play count must be 1 to 10'],
    ['no play', { allClearFrequency: 0 }, 'AllClearFrequency', 'Play count must be 1 to 10'],
    ['a radius of 51 miles', { radius: 51 }, 'Radius', 'Radius must be 1 to 50 whole miles'],
    ['351 characters', { postWarnMessage: 'x'.repeat(351) }, 'PostWarnMessage', /at most 350/],
    [
      'a start after the end',
      { alertTimes: [time({ startTime: '22:00:00', endTime: '06:00:00' })] },
      'AlertTimes[3].StartTime',
      'Start must be before end',
    ],
    [
      'a time off the quarter',
      { alertTimes: [time({ startTime: '05:10:00' })] },
      'AlertTimes[3].StartTime',
      /steps of 15/,
    ],
    ['a day twice', { alertTimes: [time({}), time({})] }, 'AlertTimes[3].Day', /more than once/],
    ['a dark light after 100 hours', { lightOffAfterHours: 100 }, 'LightOffAfterHours', /must be 1 to 72/],
    [
      'a window that is no time',
      { offlineWindow: { startTime: 'x', endTime: '05:00:00' } },
      'OfflineWindow.StartTime',
      /must be a time/,
    ],
    ['a long name of a clip', { postWarnClip: 'x'.repeat(101) }, 'PostWarnClip', /at most 100/],
  ])('%s', async (_, more, field, sentence) => {
    const answer = await change({ radius: 12, ...more });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.responseException.errors)).toEqual([field]);
    expect(answer.body.responseException.errors[field][0]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
    expect(await read()).toMatchObject({ radius: 10, revision: 1 });
  });

  test('a unit that cannot speak, and one of another organization', async () => {
    const other = await addUnit(callTheirs, await addPlace(server, theirs.organizationId));
    expect(failureOf(await change({ afterSirenPaId: siren.id }))).toEqual({
      ...{ status: 400, errors: { AfterSirenPaId: ['This unit cannot speak'] } },
    });
    expect(failureOf(await change({ afterSirenPaId: other.id }))).toEqual({
      ...{ status: 404, errors: 'The unit that speaks does not exist.' },
    });
    expect(await read()).toMatchObject({ afterSirenPaId: null, revision: 1 });
  });

  test('a policy of lightning, and one of another organization', async () => {
    const lightning = await addPolicy(ours.organizationId, 'LR1');
    expect(failureOf(await change({ policyIds: [lightning] }))).toEqual({
      ...{
        status: 400,
        errors: { PolicyIds: ['Lightning fires a unit by its own radius, not by a policy'] },
      },
    });
    expect((await change({ policyIds: [await addPolicy(theirs.organizationId)] })).status).toBe(404);
    expect(await read()).toMatchObject({ policyIds: [], revision: 1 });
  });

  test('settings of a unit that is no siren', async () => {
    const speaker = await addSpeaker();
    expect((await change({ radius: 12 }, speaker.id)).status).toBe(404);
    expect((await call('GET', `Hardware/OWS/${speaker.id}`)).status).toBe(404);
  });

  test('the second of two changes at once', async () => {
    const answers = await Promise.all([11, 12].map((radius) => change({ radius, revision: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.responseException.errors).toEqual({
      Radius: ['Somebody else changed this meanwhile'],
    });
  });
});

test('a policy that was deleted fires the unit no more', async () => {
  const wind = await addPolicy();
  await change({ policyIds: [wind] });
  expect((await call('DELETE', `policy/${wind}`)).status).toBe(200);
  expect((await read()).policyIds).toEqual([]);
  expect((await change({ radius: 12 })).status).toBe(200);
});

describe('a public page', () => {
  test('has the address of the names without their blanks', async () => {
    await change({ publicPage: true });
    const [card] = (await call('GET', 'Hardware')).body.data;
    const name = encodeURIComponent((await organizationName()).replaceAll(' ', ''));
    expect(card.publicPath).toBe(`/public/${name}/Fieldsiren/Widget`);
    expect((await read()).publicPath).toBe(card.publicPath);
  });

  test('is refused for the name of another one, but for blanks and case', async () => {
    await change({ publicPage: true });
    const second = await addUnit(call, placeId, {
      ...sirenForm,
      name: 'FIELD  Siren',
      ipAddress: '127.0.0.11',
    });
    expect(failureOf(await change({ publicPage: true }, second.id))).toEqual({
      status: 400,
      errors: { PublicPage: ['Another unit with a public page has this name, but for blanks'] },
    });
    expect(await read(second.id)).toMatchObject({ publicPage: false });
    await call('PATCH', 'Hardware', { id: second.id, name: 'Pool siren' });
    expect((await change({ publicPage: true }, second.id)).status).toBe(200);
    expect(failureOf(await call('PATCH', 'Hardware', { id: second.id, name: 'fieldsiren' }))).toEqual({
      status: 400,
      errors: { Name: ['Another unit with a public page has this name, but for blanks'] },
    });
  });

  test('is refused where the organization’s name is another’s, but for blanks', async () => {
    await server.organization((await organizationName()).replaceAll(' ', '').toUpperCase());
    expect(failureOf(await change({ publicPage: true }))).toEqual({
      status: 400,
      errors: { PublicPage: ['The name of your organization is not unique without its blanks'] },
    });
  });
});

async function organizationName(): Promise<string> {
  const { name } = await server.store.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ours.organizationId)
    .executeTakeFirstOrThrow();
  return name;
}
