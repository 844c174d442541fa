import { describe, expect, it } from 'vitest';
import { networkCheck, parseNetwork } from './networks.ts';

describe('networks', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8:1::/48', '2001:db8:1:ffff::1', true],
    ['2001:db8:1::/48', '2001:db8:2::1', false],
    ['2001:db8::5', '2001:0db8:0:0::5', true],
    ['2001:db8::5', '2001:db8::6', false],
    ['192.0.2.0/24', '', false],
    ['192.0.2.0/24', 'unknown', false],
  ])('%s has %s: %s', (network, address, isIn) => {
    expect(networkCheck([network])(address)).toBe(isIn);
    expect(networkCheck(['198.51.100.1', network])(address)).toBe(isIn);
  });

  it('without any there is no address in them', () => {
    expect(networkCheck([])('192.0.2.1')).toBe(false);
  });

  it.each([
    '',
    'office',
    '192.0.2',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    'fe80::1%eth0',
  ])('%j is no network', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});
