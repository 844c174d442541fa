import { randomUUID } from 'node:crypto';
import { type AxisSimulator, startAxisSimulator } from '@allclear/adapters/hardware/simulators/axis.ts';
import { type RtpSimulator, startRtpSimulator } from '@allclear/adapters/hardware/simulators/rtp.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSirenStage, type SirenStage } from '../../../test/hardware/siren-stage.ts';
import { startAt } from '../../../test/test-server.ts';

let stage: SirenStage;
let speaker: RtpSimulator;
let axis: AxisSimulator;
let goodId: string;

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 30 });
const none = { warningSound: null, allClearSound: null, light: null };
const addSpeaker = (fields: Record<string, unknown> = {}) =>
  stage.addUnit({
    ...{ model: 'PAS', driver: 'rtp', address: speaker.address, wiring: JSON.stringify(none), ...fields },
  });
const send = (pAList: string[], fields: object = {}) =>
  stage.call('POST', 'PA/SendMessage', { pAList, message: 'Go in', repeatCount: 1, ...fields });

beforeAll(async () => {
  stage = await openSirenStage();
  stage.start([]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  [speaker, axis] = await Promise.all([startRtpSimulator(), startAxisSimulator()]);
  goodId = await addSpeaker({ name: 'Good' });
});
afterEach(async () => {
  await stage.db.deleteFrom('hardware_commands').execute();
  await speaker.close();
  await axis.close();
});

it('the units that can speak are those of the organization with a driver that plays, each with its plays', async () => {
  const thrice = await addSpeaker({ name: 'Thrice', default_play_count: 3, enabled: false });
  const silent = await stage.addUnit({ name: 'Silent', driver: 'shelly', wiring: JSON.stringify(none) });
  const { status, body } = await stage.call('GET', 'PA');
  expect(status).toBe(200);
  const listed = new Map(body.data.map((unit: { id: string }) => [unit.id, unit]));
  expect(listed.get(goodId)).toMatchObject({ name: 'Good', defaultPlayCount: 1, enabled: true });
  expect(listed.get(thrice)).toMatchObject({ name: 'Thrice', defaultPlayCount: 3, enabled: false });
  expect(listed.has(silent)).toBe(false);
  const other = await stage.server.organization('Silence');
  const theirs = await stage.call('GET', 'PA', undefined, other.people.admin.key);
  expect(theirs.body.data).toEqual([]);
});

describe('a PA message', () => {
  it('has a result for each unit: spoken at a good one, not at a bad one', async () => {
    const badId = await stage.addUnit({
      ...{ name: 'Bad', model: 'PAS', driver: 'axis', address: axis.address, username: 'root' },
      wiring: JSON.stringify(none),
    });
    await axis.setFault('wrong-password');
    const sent = await send([goodId, badId]);
    expect(sent.status).toBe(200);
    expect(sent.body.data).toMatchObject([
      { paId: goodId, paName: 'Good', status: 1, detail: expect.stringMatching(/sent, not confirmed$/i) },
      { paId: badId, paName: 'Bad', status: 0, detail: expect.stringMatching(/password/i) },
    ]);
    expect(speaker.streams()).toMatchObject([{ faults: [] }]);
    expect(speaker.streams()[0]!.packets).toBeGreaterThan(10);
  });

  it.each([
    ['351 characters', { message: 'a'.repeat(351) }],
    ['six plays', { repeatCount: 6 }],
    ['no plays', { repeatCount: 0 }],
    ['a blank message', { message: ' \n ' }],
    ['no unit', { pAList: [] }],
  ])('with %s is refused, and nothing is given', async (_, fields) => {
    expect((await send([goodId], fields)).status).toBe(400);
    expect(await stage.commandsOf(goodId)).toEqual([]);
  });

  it('has at least as many plays as the largest default', async () => {
    const thrice = await addSpeaker({ default_play_count: 3 });
    expect((await send([goodId, thrice], { repeatCount: 2 })).status).toBe(400);
    const sent = await send([goodId], { repeatCount: 2 });
    expect(sent.body.data).toMatchObject([{ status: 1 }]);
    await wait(() => expect(speaker.streams()).toHaveLength(2));
  });

  it('is not for a unit of another organization, nor for one that does not exist', async () => {
    const other = await stage.server.organization('Others');
    const theirs = await stage.call(
      'POST',
      'PA/SendMessage',
      { pAList: [goodId], message: 'Go in', repeatCount: 1 },
      other.people.admin.key,
    );
    expect(theirs.status).toBe(404);
    expect((await send([goodId, randomUUID()])).status).toBe(404);
    expect(await stage.commandsOf(goodId)).toEqual([]);
  });

  it('is refused by a disabled unit and by one that sounds a warning, and is spoken by the rest', async () => {
    const disabled = await addSpeaker({ enabled: false, disabled_reason: 'Broken cable' });
    const warned = await addSpeaker();
    await stage.db
      .insertInto('hardware_commands')
      .values({
        ...{ id: randomUUID(), organization_id: stage.organizationId, unit_id: warned },
        ...{ action: 'play', cause: 'warning' },
        content: JSON.stringify({ kind: 'play', text: 'Leave the field', clip: null, plays: 1 }),
        ...{
          cause_details: JSON.stringify({ text: 'A warning' }),
          state: 'confirmed',
          at: new Date(startAt),
        },
        ...{ created_at: new Date(), not_before: new Date(), deadline_at: new Date(Date.now() + 60_000) },
        ...{ ended_at: new Date(), sounds_until: new Date(Date.now() + 60_000) },
      })
      .execute();
    const sent = await send([disabled, warned, goodId]);
    expect(sent.body.data).toMatchObject([
      { status: 0, detail: 'It is disabled: Broken cable' },
      { status: 0, detail: 'It sounds a warning, which goes before a message.' },
      { status: 1 },
    ]);
    expect(speaker.streams()).toHaveLength(1);
  });

  it('two at once are both spoken, one after the other', async () => {
    const [first, second] = await Promise.all([send([goodId]), send([goodId])]);
    expect(first.body.data).toMatchObject([{ status: 1 }]);
    expect(second.body.data).toMatchObject([{ status: 1 }]);
    expect(speaker.streams()).toHaveLength(2);
    expect(speaker.streams().flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('with a stored message is its recorded clip where the unit plays clips, and its text elsewhere', async () => {
    const clipUnit = await stage.addUnit({
      ...{ model: 'PAS', driver: 'axis', address: axis.address, username: 'root' },
      wiring: JSON.stringify(none),
    });
    const { id: storedMessageId } = await stage.db
      .insertInto('pa_messages')
      .values({
        ...{ organization_id: stage.organizationId, title: 'In', message: 'Go in', clip: 'Go inside' },
        ...{ created_at: new Date(), updated_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sent = await send([clipUnit, goodId], { storedMessageId });
    expect(sent.body.data).toMatchObject([{ status: 1 }, { status: 1 }]);
    expect(axis.commands.map(({ text }) => text).join()).toContain('clip Go inside');
    expect(speaker.streams()).toHaveLength(1);
    expect((await send([goodId], { storedMessageId: randomUUID() })).status).toBe(404);
  });

  it('that is being spoken is among what sounds, and one press ends it', async () => {
    const sending = send([goodId], { message: 'Leave the field now, all of you, and go inside.'.repeat(3) });
    await wait(() => expect(speaker.state().playing).not.toBeNull());
    const sounding = await stage.call('GET', 'Siren/Sounding');
    expect(sounding.body.data.units).toMatchObject([{ id: goodId, isTest: false }]);
    expect((await stage.call('POST', 'Siren/StopSound', {})).status).toBe(200);
    await wait(() => expect(speaker.state().playing).toBeNull());
    await sending;
    // 141 characters would be 8.5 s.
    expect(speaker.streams()[0]!.packets).toBeLessThan(300);
  });
});
