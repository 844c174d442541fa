import { drivers } from '@allclear/adapters';
import { expect, test } from 'vitest';
import { deviceAddressFault } from './address-fault.ts';

const driver = (name: string) => drivers.find((one) => one.name === name)!;
const fault = (address: string, networks = '10.20.0.0/16, 239.0.0.0/8', name = 'shelly') =>
  deviceAddressFault(networks, driver(name), address);

test('an address counts only inside the networks of the installation', () => {
  expect(fault('10.20.3.4')).toBeNull();
  expect(fault('10.20.3.4:8080')).toBeNull();
  for (const address of [
    '10.21.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '0x7f000001',
    '2130706433',
    '::1',
    '[::1]:80',
  ])
    expect(fault(address), address).toContain('outside of the networks');
  expect(fault('169.254.169.254', '0.0.0.0/0')).toContain('outside of the networks');
  expect(fault('10.20.3.4', '')).toContain('allows no devices');
  expect(fault('a b', '10.0.0.0/8')).toContain('no address');
});

test('a name is checked when it is connected to; a simulator of the demonstration has a name of its own', () => {
  expect(fault('siren.example')).toBeNull();
  expect(fault('simulator:stadium', '')).toBeNull();
});

test('a group of loudspeakers is an address only for what sends them sound', () => {
  expect(fault('239.1.2.3:5004', undefined, 'rtp')).toBeNull();
  expect(fault('239.1.2.3')).toContain('outside of the networks');
});
