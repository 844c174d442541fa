import { setTimeout as pause } from 'node:timers/promises';
import type { SimulatorFault } from '@allclear/adapters/hardware/simulators/port.ts';
import type { Fault } from '../fault.ts';

export const droppingProviders: Fault = {
  name: 'dropping-providers',
  what: 'SMS gateway, mail server and webhook receiver take messages and end the connection without an answer',
  stage: { weather: 'storms' },
  answersMeanwhile: true,
  logged: /"outcome":"retry".*an attempt to deliver ended/,
  async strike({ providers }, { isShort }) {
    const { gateway } = providers;
    gateway.behave = (_request, repeat) => (repeat < 2 ? { silent: true, afterMs: 50 } : undefined);
    providers.dropMails(3);
    providers.dropEvents(2);
    await pause(isShort ? 2_000 : 8_000);
    gateway.behave = () => undefined;
    providers.dropMails(0);
    providers.dropEvents(0);
  },
};

const wrongWays: readonly SimulatorFault[] = [
  'lies',
  'denies',
  'error-inside',
  'html',
  'half-answer',
  'silent',
  'refused',
];

export const wrongDevice: Fault = {
  name: 'wrong-device',
  what: 'the siren lies, denies, answers with pages and half answers, is silent or away, in turn',
  stage: { weather: 'storms' },
  answersMeanwhile: true,
  logged: null,
  async strike({ siren, ask }, { isShort, random }) {
    const [unit] = await ask<{ id: string }[]>('GET', 'Siren');
    for (let turn = 0; turn < (isShort ? 2 : 6); turn++) {
      await siren.setFault(wrongWays[Math.floor(random() * wrongWays.length)] ?? 'lies');
      // A test from the page: its light and sound.
      await ask('POST', 'Siren/Test/Light', { ids: [unit?.id] }).catch(() => {});
      await pause(isShort ? 700 : 4_000);
    }
    await siren.setFault('good');
  },
};
