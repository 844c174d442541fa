import { expect, test } from 'vitest';
import { type DeviceNetworks, readDeviceNetworks } from './device-networks.ts';

function networksOf(text: string): DeviceNetworks {
  const read = readDeviceNetworks(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.networks;
}

test('an address counts inside the networks only', () => {
  const networks = networksOf('192.168.40.0/24, 10.0.0.7\nfd12:3456::/64');
  for (const address of [
    '192.168.40.7',
    '10.0.0.7',
    'fd12:3456::9',
    '::ffff:192.168.40.7',
    '::ffff:c0a8:2807',
  ])
    expect(networks.allows(address), address).toBe(true);
  for (const address of ['192.168.41.1', '10.0.0.8', 'fd12:3457::9', '::ffff:10.0.0.8', '127.0.0.1', '::1'])
    expect(networks.allows(address), address).toBe(false);
});

test('without networks nothing is allowed', () => {
  for (const text of ['', ' , \n'])
    for (const address of ['127.0.0.1', '10.0.0.1', '8.8.8.8', '::1', '224.0.2.60'])
      expect(networksOf(text).allows(address), address).toBe(false);
});

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '255.255.255.255',
  '240.0.0.1',
  '224.0.2.60',
  'ff02::1',
  'fd12::1%1',
  'device.example',
  '2130706433',
  '0x7f.1',
  '',
])('%s is refused whatever the networks say', (address) => {
  expect(networksOf('0.0.0.0/0 ::/0').allows(address)).toBe(false);
});

test('the broadcast address of a network that is listed is refused, its others are not', () => {
  const networks = networksOf('192.168.40.0/24 10.1.0.0/16 10.9.9.9/32 10.9.9.10/31');
  expect(networks.allows('192.168.40.255')).toBe(false);
  expect(networks.allows('10.1.255.255')).toBe(false);
  expect(networks.allows('10.1.0.255')).toBe(true);
  expect(networks.allows('10.9.9.9')).toBe(true);
  expect(networks.allows('10.9.9.11')).toBe(true);
});

test('a multicast group counts for datagrams, inside the networks only', () => {
  const networks = networksOf('224.0.2.0/24 ff15::/16');
  expect(networks.allows('224.0.2.60', { multicast: true })).toBe(true);
  expect(networks.allows('ff15::1', { multicast: true })).toBe(true);
  expect(networks.allows('224.0.2.60')).toBe(false);
  expect(networks.allows('224.0.3.60', { multicast: true })).toBe(false);
});

test('a network of IPv6 lets no IPv4 in', () => {
  expect(networksOf('::/0').allows('10.0.0.1')).toBe(false);
  expect(networksOf('::/0').allows('::ffff:10.0.0.1')).toBe(false);
});

test.each([
  '192.168.40.0/33',
  '192.168.40',
  'fd12::/129',
  'device.example',
  '10.0.0.0/8/8',
  'fe80::1%eth0',
  '10.0.0.0/-1',
  '::ffff:10.0.0.0/104',
])('what is no network is named: %s', (text) => {
  const read = readDeviceNetworks(`10.0.0.1 ${text}`);
  expect('problem' in read && read.problem).toContain(text);
});
