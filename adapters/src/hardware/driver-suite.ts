import { createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDeviceNetwork } from '../device-socket/device-network.ts';
import type { CommandOutcome, Device, DeviceDriver, DeviceReading, DeviceSettings } from './port.ts';
import type { Simulator, SimulatorFault, SimulatorOptions, StartSimulator } from './simulators/port.ts';
import { machineNow } from './simulators/simulated-outputs.ts';

/** A driver, its simulator, and how the two are set up. For tests. */
export interface DriverSubject {
  readonly driver: DeviceDriver;
  readonly start: StartSimulator;
  /** Of the simulator and of the unit; an empty password where the protocol has none. */
  readonly username: string;
  readonly password: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly wiring: DeviceSettings['wiring'];
  /** How the wiring is named at the simulator, where that differs. */
  readonly simulated?: SimulatorOptions;
  /** An output for `relay`; null for a device without relays. */
  readonly relay: string | null;
  /** Faults that this protocol cannot show, each with its reason in the file that says so. */
  readonly without?: readonly SimulatorFault[];
  /** The challenge needs the password too, as one connection carries all (MQTT). */
  readonly provesWithPassword?: boolean;
  /** What a sound comes to with a fault, where it is not what is expected of a driver that reads back. */
  readonly outcomes?: Partial<Record<SimulatorFault, readonly CommandOutcome['kind'][]>>;
}

const timeoutMs = 700;
const slowMs = 1_000;
const never = new AbortController().signal;
const soon = { timeout: 5_000, interval: 10 };

/** What a sound comes to, and how many commands the device has then carried out. */
const expectations: readonly (readonly [SimulatorFault, readonly CommandOutcome['kind'][], number])[] = [
  ['good', ['confirmed'], 1],
  ['wrong-password', ['refused'], 0],
  ['refused', ['refused'], 0],
  ['silent', ['unknown'], 0],
  ['slow', ['unknown'], 1],
  ['half-answer', ['unknown'], 1],
  ['lies', ['unknown'], 0],
  ['denies', ['unknown'], 1],
  ['error-inside', ['refused', 'unknown'], 0],
  ['html', ['unknown'], 0],
];

/** Every driver passes it against its simulator, over real sockets. */
export function testDriver(subject: DriverSubject): void {
  const { driver, start, username, password, options = {}, wiring, relay, without = [] } = subject;
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const openAt = (address: string): Device => {
    const network = openDeviceNetwork({ networks: '127.0.0.1', timeoutMs, wallNow: machineNow });
    const device = driver.open(
      { unitId: crypto.randomUUID(), address, username, password, options, wiring },
      network,
    );
    ends.push(() => device.close());
    return device;
  };
  const open = async (fault: SimulatorFault = 'good'): Promise<{ device: Device; simulator: Simulator }> => {
    const simulator = await start({ username, password, slowMs, fault, ...subject.simulated });
    ends.push(() => simulator.close());
    return { device: openAt(simulator.address), simulator };
  };
  const readingOf = async (device: Device): Promise<DeviceReading> => {
    const outcome = await device.read(never);
    if (outcome.kind !== 'reading') throw new Error(`${outcome.because}: ${outcome.detail}`);
    return outcome.reading;
  };
  const done = driver.abilities.readsBack ? 'confirmed' : 'sent';
  const silence = (simulator: Simulator) =>
    vi.waitFor(() => expect(simulator.state().sounding).toBeNull(), soon);
  const canSound = driver.abilities.sound === 'limited' && wiring.warningSound !== null;

  describe(`the driver ${driver.name}`, () => {
    test('finds nothing wrong with its settings, and says what it is', () => {
      expect(driver.check({ address: '192.168.40.7', username, password, options, wiring })).toEqual({});
      expect(driver.name).toMatch(/^[a-z][a-z0-9-]+$/);
    });

    test.runIf(canSound)('a sound begins at once and ends by itself, and is read back', async () => {
      const { device, simulator } = await open();
      expect(await device.sound({ signal: 'warning', seconds: 1 }, never)).toMatchObject({ kind: done });
      expect(simulator.state().sounding).toBe('warning');
      if (driver.abilities.readsBack) expect((await readingOf(device)).sounding).toBe(true);
      await silence(simulator);
      expect(simulator.commands).toHaveLength(1);
      if (driver.abilities.readsBack) expect((await readingOf(device)).sounding).toBe(false);
    });

    test.runIf(canSound && wiring.allClearSound !== null)('the all-clear signal is another', async () => {
      const { device, simulator } = await open();
      expect(await device.sound({ signal: 'all-clear', seconds: 1 }, never)).toMatchObject({ kind: done });
      expect(simulator.state().sounding).toBe('all-clear');
      await silence(simulator);
    });

    test.runIf(canSound)('stopping ends the sound and leaves the light', async () => {
      const { device, simulator } = await open();
      if (wiring.light !== null) await device.light({ on: true, limitSeconds: null }, never);
      await device.sound({ signal: 'warning', seconds: 30 }, never);
      expect(simulator.state().sounding).toBe('warning');
      expect(await device.stopSound(never)).toMatchObject({ kind: done });
      expect(simulator.state()).toMatchObject({ sounding: null, lit: wiring.light !== null });
    });

    test.runIf(wiring.light !== null)('the light goes on, stays on and goes off', async () => {
      const { device, simulator } = await open();
      expect(await device.light({ on: true, limitSeconds: null }, never)).toMatchObject({ kind: done });
      expect(simulator.state().lit).toBe(true);
      if (driver.abilities.readsBack) expect((await readingOf(device)).lit).toBe(true);
      expect(await device.light({ on: false, limitSeconds: null }, never)).toMatchObject({ kind: done });
      expect(simulator.state().lit).toBe(false);
    });

    test.runIf(relay !== null)('a relay switches, is read back, and ends where it has a limit', async () => {
      const output = relay ?? '';
      const { device, simulator } = await open();
      expect(await device.relay({ output, on: true, limitSeconds: 1 }, never)).toMatchObject({ kind: done });
      expect(simulator.state().relays[output]).toBe(true);
      if (driver.abilities.readsBack) expect((await readingOf(device)).relays[output]).toBe(true);
      await vi.waitFor(() => expect(simulator.state().relays[output]).toBe(false), soon);
      await device.relay({ output, on: true, limitSeconds: null }, never);
      expect(simulator.state().relays[output]).toBe(true);
      expect(await device.relay({ output, on: false, limitSeconds: null }, never)).toMatchObject({
        kind: done,
      });
      expect(simulator.state().relays[output]).toBe(false);
    });

    test('what it cannot do is refused before anything is sent', async () => {
      const { device, simulator } = await open();
      for (const seconds of [0, -1, 1.5, 31, Number.NaN, Number.POSITIVE_INFINITY])
        expect(await device.sound({ signal: 'warning', seconds }, never)).toMatchObject({
          kind: 'refused',
          because: 'unsupported',
        });
      for (const output of ['nothing', '', 'relay1\r\nx', '../x', '__proto__'])
        expect(await device.relay({ output, on: true, limitSeconds: null }, never)).toMatchObject({
          kind: 'refused',
          because: 'unsupported',
        });
      if (relay !== null && wiring.warningSound !== null)
        expect(
          await device.relay({ output: wiring.warningSound, on: true, limitSeconds: null }, never),
        ).toMatchObject({ kind: 'refused', because: 'unsupported' });
      expect(simulator.commands).toEqual([]);
    });

    test.runIf(canSound).each(expectations.filter(([fault]) => !without.includes(fault)))(
      'with a device that is %s a sound is %s, and was carried out %d times',
      async (fault, kinds, times) => {
        const { device, simulator } = await open();
        await simulator.setFault(fault);
        const begun = performance.now();
        const outcome = await device.sound({ signal: 'warning', seconds: 1 }, never);
        expect(performance.now() - begun).toBeLessThan(timeoutMs + 600);
        expect(subject.outcomes?.[fault] ?? kinds).toContain(outcome.kind);
        if (outcome.kind === 'refused')
          expect(outcome.because).toBe(
            fault === 'wrong-password'
              ? 'password'
              : ['refused', 'silent'].includes(fault)
                ? 'network'
                : 'device',
          );
        if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
        expect(simulator.commands).toHaveLength(times);
        expect(JSON.stringify(outcome)).not.toContain(password === '' ? 'no password' : password);
        await silence(simulator);
      },
    );

    test.runIf(driver.abilities.readsBack).each<[SimulatorFault, readonly string[]]>(
      (
        [
          ['wrong-password', ['password']],
          ['refused', ['network']],
          ['silent', ['silent']],
          ['slow', ['silent']],
          ['half-answer', ['malformed', 'silent', 'network']],
          ['html', ['malformed', 'silent', 'network']],
          ['error-inside', ['malformed', 'device']],
        ] satisfies [SimulatorFault, readonly string[]][]
      ).filter(([fault]) => !without.includes(fault)),
    )('a device that is %s gives no reading but the reason', async (fault, reasons) => {
      const { device, simulator } = await open();
      await simulator.setFault(fault);
      const outcome = await device.read(never);
      expect(outcome.kind).toBe('failed');
      if (outcome.kind === 'failed') expect(reasons).toContain(outcome.because);
    });

    test.runIf(driver.abilities.readsBack)(
      'it works again after a fault, and after a restart all is off',
      async () => {
        const { device, simulator } = await open();
        await simulator.setFault('refused');
        await device.read(never);
        await simulator.setFault('good');
        if (wiring.light !== null) await device.light({ on: true, limitSeconds: null }, never);
        const before = await readingOf(device);
        expect(before.lit).toBe(wiring.light === null ? null : true);
        await simulator.setFault('restarted');
        const after = await readingOf(device);
        expect(after.lit).toBe(wiring.light === null ? null : false);
        expect(after.sounding ?? false).toBe(false);
        if (before.uptimeSeconds !== null) expect(after.uptimeSeconds).toBeLessThan(before.uptimeSeconds);
      },
    );

    test.runIf(driver.abilities.readsBack)('a clock that is off shows', async () => {
      const { device, simulator } = await open();
      const before = (await readingOf(device)).clockOffsetMs;
      await simulator.setFault('clock-off');
      if (before === null) return;
      expect(Math.abs(before)).toBeLessThan(5_000);
      const after = (await readingOf(device)).clockOffsetMs ?? 0;
      expect(Math.abs(after - 3_600_000)).toBeLessThan(5_000);
    });

    test('a simulator proves itself, whatever its password is, and nothing is switched', async () => {
      const { device, simulator } = await open();
      expect(await device.isSimulator(never)).toBe(true);
      await simulator.setFault('wrong-password');
      if (subject.provesWithPassword !== true) expect(await device.isSimulator(never)).toBe(true);
      expect(simulator.commands).toEqual([]);
    });

    test.each<[string, ((text: string) => string) | null]>([
      ['closes the connection', () => ''],
      ['repeats what it got', (text) => text],
      ['answers everything with 200', () => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'],
      [
        'repeats the challenge in an answer of HTTP',
        (text) => {
          const body = /challenge=(\w*)/.exec(text)?.[1] ?? '';
          return `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        },
      ],
      ['never answers', null],
    ])('a server that %s is no simulator', async (_name, answer) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (data) => answer !== null && socket.end(answer(data.toString('latin1')), 'latin1'));
        ends.push(() => socket.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ends.push(() => server.close());
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      expect(await openAt(`127.0.0.1:${address.port}`).isSimulator(never)).toBe(false);
    });

    test('an address outside the networks is refused before anything is sent', async () => {
      for (const address of ['10.0.0.1', '169.254.169.254', '[fe80::1]', '2852039166']) {
        const device = openAt(address);
        if (canSound)
          expect(await device.sound({ signal: 'warning', seconds: 1 }, never)).toMatchObject({
            kind: 'refused',
            because: 'network',
          });
        if (driver.abilities.readsBack)
          expect(await device.read(never)).toMatchObject({ kind: 'failed', because: 'network' });
        expect(await device.isSimulator(never)).toBe(false);
      }
    });

    test.runIf(canSound && !without.includes('silent'))('a call ends soon after its signal', async () => {
      const { device, simulator } = await open();
      await simulator.setFault('silent');
      const end = new AbortController();
      setTimeout(() => end.abort(), 50);
      const begun = performance.now();
      const outcome = await device.sound({ signal: 'warning', seconds: 1 }, end.signal);
      expect(performance.now() - begun).toBeLessThan(500);
      expect(subject.outcomes?.silent ?? ['unknown', 'refused']).toContain(outcome.kind);
      expect(await device.sound({ signal: 'warning', seconds: 1 }, AbortSignal.abort())).toMatchObject({
        kind: 'refused',
      });
    });

    test.each([
      ['Address', { address: '' }],
      ['Address', { address: 'user:pw@192.168.40.7' }],
      ['Address', { address: '192.168.40.7\r\nX: y' }],
      ['Address', { address: '192.168.40.7:70000' }],
      ['Address', { address: 'fe80::1%eth0' }],
      ['Username', { username: 'a\r\nb' }],
      ['Options.nothing', { options: { ...options, nothing: '1' } }],
    ])('settings that are wrong are named by their field: %s %j', (field, more) => {
      const settings = { address: '192.168.40.7', username, password, options, wiring, ...more };
      expect(Object.keys(driver.check(settings))).toContain(field);
    });
  });
}
