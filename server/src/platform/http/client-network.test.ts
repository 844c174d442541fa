import { describe, expect, it } from 'vitest';
import { forwardedAddress, networkOf } from './client-network.ts';

describe('what counts as one address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::99', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('an address in X-Forwarded-For', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51034', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:51034', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['unknown', null],
    ['192.0.2.7, 192.0.2.8', null],
    ['', null],
  ])('%s is %s', (text, address) => expect(forwardedAddress(text)).toBe(address));
});
