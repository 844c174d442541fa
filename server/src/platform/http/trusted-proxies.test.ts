import { describe, expect, test } from 'vitest';
import { readTrustedProxies, trustsHop } from './trusted-proxies.ts';

describe('the setting', () => {
  test.each([
    ['false', { kind: 'none' }],
    ['0', { kind: 'none' }],
    ['true', { kind: 'hops', hops: 1 }],
    ['2', { kind: 'hops', hops: 2 }],
    [
      '10.0.0.0/8, fd00::/8,192.0.2.1',
      { kind: 'networks', networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] },
    ],
  ])('%s is read', (text, proxies) => expect(readTrustedProxies(text)).toEqual(proxies));

  test.each([
    '11',
    '-1',
    '1.5',
    'yes',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.0/8,',
    '10.0.0.0/8/8',
    'proxy',
  ])('%s is refused', (text) => expect(readTrustedProxies(text)).toBeNull());
});

describe('what is trusted', () => {
  test('is nothing without a proxy', () => {
    expect(trustsHop({ kind: 'none' })('127.0.0.1', 0)).toBe(false);
  });
  test('is as many hops as there are proxies, whatever their addresses', () => {
    const trusts = trustsHop({ kind: 'hops', hops: 2 });
    expect([0, 1, 2].map((hop) => trusts('192.0.2.1', hop))).toEqual([true, true, false]);
  });
  test('is what lies in the networks, an IPv4 address in the form of IPv6 too', () => {
    const trusts = trustsHop({ kind: 'networks', networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] });
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.0.2.1'])
      expect(trusts(address, 0), address).toBe(true);
    for (const address of ['11.0.0.1', 'fe80::1', '192.0.2.2', 'unknown', ''])
      expect(trusts(address, 0), address).toBe(false);
  });
});
