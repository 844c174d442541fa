import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { type RtpSimulator, startRtpSimulator } from '@allclear/adapters/hardware/simulators/rtp.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minute, openSirenStage, type SirenStage, sirenWiring } from '../../../test/hardware/siren-stage.ts';
import { startAt } from '../../../test/test-server.ts';

let stage: SirenStage;
let siren: Simulator;
let speaker: RtpSimulator;
let sirenId: string;
let speakerId: string;

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 30 });
const none = { warningSound: null, allClearSound: null, light: null };
const strike = () => stage.observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
const firstOn = (output: string) => siren.commands.find(({ text }) => text.startsWith(`${output} on`))?.at;

beforeEach(async () => {
  [stage, siren, speaker] = await Promise.all([
    openSirenStage(),
    startControlByWebSimulator({ wiring: sirenWiring }),
    startRtpSimulator(),
  ]);
  stage.closesWith(() => siren.close());
  stage.closesWith(() => speaker.close());
  speakerId = await stage.addUnit({
    ...{ model: 'PAS', driver: 'rtp', address: speaker.address, wiring: JSON.stringify(none) },
  });
  sirenId = await stage.addUnit({
    ...{ address: siren.address, after_siren_pa_id: speakerId, post_warn_message: 'Leave the field' },
    post_all_clear_message: 'Lightning is over',
  });
});
afterEach(() => stage.close());

describe('words of a siren', () => {
  it('follow the warning signal and the all-clear signal, by the unit that speaks', async () => {
    stage.start(['hardware-signals']);
    await strike();
    await wait(() => expect(speaker.streams()).toHaveLength(1));
    expect(speaker.commands[0]!.at).toBeGreaterThan(firstOn('relay1')! + 1_000);
    expect(speaker.streams()[0]!.faults).toEqual([]);
    await wait(async () =>
      expect(await stage.commandsOf(speakerId)).toMatchObject([
        { action: 'play', cause: 'warning', state: 'sent', content: { text: 'Leave the field' } },
      ]),
    );
    await stage.observe(startAt + minute, startAt + 32 * minute);
    await wait(() => expect(speaker.streams()).toHaveLength(2));
    expect(speaker.commands[1]!.at).toBeGreaterThan(firstOn('relay2')! + 1_000);
    expect((await stage.commandsOf(speakerId))[1]).toMatchObject({
      ...{ cause: 'all-clear', content: { text: 'Lightning is over' } },
    });
  });

  it.each([
    ['everything', () => ({})],
    ['the siren', () => ({ ids: [sirenId] })],
  ])('are not spoken after one press stopped %s', async (_, body) => {
    stage.start(['hardware-signals']);
    await strike();
    await wait(() => expect(siren.state().sounding).toBe('warning'));
    expect((await stage.call('POST', 'Siren/StopSound', body())).status).toBe(200);
    await wait(async () =>
      expect(await stage.commandsOf(speakerId)).toMatchObject([{ action: 'play', state: 'dropped' }]),
    );
    await pause(1_500);
    expect(speaker.streams()).toEqual([]);
    expect(siren.state()).toMatchObject({ lit: true, sounding: null });
  });

  it('are not spoken after one press that came when the siren was silent already', async () => {
    await stage.db
      .updateTable('hardware_units')
      .set({ post_warn_message: 'Leave the field. '.repeat(15) })
      .where('id', '=', sirenId)
      .execute();
    stage.start(['hardware-signals']);
    await strike();
    await wait(() => expect(speaker.state().playing).not.toBeNull());
    expect((await stage.call('POST', 'Siren/StopSound', { ids: [sirenId] })).status).toBe(200);
    await wait(() => expect(speaker.state().playing).toBeNull());
    await wait(async () => expect((await stage.commandsOf(speakerId))[0]?.state).not.toBe('sending'));
    // 255 characters would be 15 s.
    expect(speaker.streams()[0]!.packets).toBeLessThan(400);
    const sounding = await stage.call('GET', 'Siren/Sounding');
    expect(sounding.body.data.units).toEqual([]);
  });

  it('say before and after a test that it is one', async () => {
    stage.start(['hardware-signals', 'hardware-tests']);
    expect((await stage.call('POST', 'Siren/Test/Delay', { ids: [sirenId] })).status).toBe(200);
    await wait(() => expect(speaker.streams()).toHaveLength(2));
    const words = (await stage.commandsOf(speakerId)).map(
      ({ content }) => (content as { text: string }).text,
    );
    expect(words).toEqual(['This is a test.', 'The test is over.']);
    const [before, after] = speaker.commands.map(({ at }) => at);
    expect(before).toBeLessThan(firstOn('relay1')!);
    expect(after).toBeGreaterThan(firstOn('relay1')! + 1_000);
    expect((await stage.call('POST', 'Siren/TurnOff', { ids: [sirenId] })).status).toBe(200);
  });

  it('say what still holds the place, and the all clear follows when nothing does', async () => {
    await stage.addPolicy({
      policyTypeShortName: 'WIND',
      name: 'High wind',
      threshold: 15,
      allClearMinutes: 10,
    });
    stage.start(['hardware-signals', 'warnings']);
    await strike();
    await wait(() => expect(speaker.streams()).toHaveLength(1));
    await stage.observe(startAt + minute, startAt + 25 * minute);
    await stage.reportWind(20);
    await wait(async () =>
      expect(await stage.db.selectFrom('warnings').selectAll().execute()).toHaveLength(1),
    );
    await stage.observe(startAt + 25 * minute, startAt + 33 * minute);
    await wait(() => expect(speaker.streams()).toHaveLength(2));
    expect((await stage.commandsOf(speakerId))[1]).toMatchObject({
      content: { text: expect.stringMatching(/^No all clear yet\. .*High wind/) },
    });
    expect(siren.state().lit).toBe(false);
    expect(firstOn('relay2')).toBeUndefined();
    await stage.observe(startAt + 33 * minute, startAt + 34 * minute);
    await stage.reportWind(1);
    for (let at = 34; at < 50; at += 5) {
      await stage.observe(startAt + at * minute, startAt + (at + 5) * minute);
      await stage.reportWind(1);
      await pause(300);
    }
    await wait(() => expect(firstOn('relay2')).toBeDefined());
  });
});
