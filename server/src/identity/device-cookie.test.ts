import { describe, expect, test } from 'vitest';
import { createDeviceCookies } from './device-cookie.ts';

const now = Date.UTC(2026, 5, 6);
const cookies = createDeviceCookies({ key: 'a key', secure: true });
const cookieOf = (header: string) => header.split(';')[0] ?? '';
const read = (cookie: string, at = now) => cookies.read(cookie, at);

describe('the cookie of a device', () => {
  test('is long-lived, out of reach of scripts, of this host alone on https, and names nobody', () => {
    const header = cookies.write(null, 'ada@example.org', now);
    expect(header).toMatch(
      /^__Host-allclear_device=[^;]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(header).not.toMatch(/@|example/i);
    const plain = createDeviceCookies({ key: 'k', secure: false }).write(null, 'a', now);
    expect(plain).toMatch(/^allclear_device=[^;]+; Path=\/identity; /);
    expect(plain).not.toContain('Secure');
  });

  test('recognizes the accounts that signed in on it, whatever their case, and no other', () => {
    const first = read(`other=1; ${cookieOf(cookies.write(null, 'ada@example.org', now))}; more=2`);
    const second = read(cookieOf(cookies.write(first, 'Bob@Example.org', now)));
    expect(second?.id).toBe(first?.id);
    for (const email of ['ada@example.org', ' ADA@example.org ', 'bob@example.org'])
      expect(second && cookies.hasSignedIn(second, email), email).toBe(true);
    expect(first && cookies.hasSignedIn(first, 'bob@example.org')).toBe(false);
    expect(second && cookies.hasSignedIn(second, 'eve@example.org')).toBe(false);
  });

  test('keeps the eight accounts that signed in last', () => {
    let device = read(cookieOf(cookies.write(null, 'first@example.org', now)));
    for (let one = 0; one < 8; one++)
      device = read(cookieOf(cookies.write(device, `${one}@example.org`, now)));
    expect(device && cookies.hasSignedIn(device, '0@example.org')).toBe(true);
    expect(device && cookies.hasSignedIn(device, 'first@example.org')).toBe(false);
  });

  test('is refused when anything of it was changed, and after a year', () => {
    const value = cookieOf(cookies.write(null, 'ada@example.org', now));
    expect(read(value)).not.toBeNull();
    const [payload = '', signature = ''] = [value.slice(0, value.lastIndexOf('.')), value.slice(-43)];
    for (const forged of [
      `${payload}.${'A'.repeat(43)}`,
      `${payload.replace(/\.\d+\./, `.${Math.floor(now / 1_000) + 1}.`)}.${signature}`,
      `${payload}.${'A'.repeat(22)}.${signature}`,
      payload,
      '__Host-allclear_device=',
    ])
      expect(read(forged), forged).toBeNull();
    expect(createDeviceCookies({ key: 'another', secure: true }).read(value, now)).toBeNull();
    expect(read(value, now + 366 * 24 * 3_600_000)).toBeNull();
  });
});
