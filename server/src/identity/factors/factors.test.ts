import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { makeRecoveryCodes, readRecoveryCode, recoveryDigests } from './recovery-codes.ts';
import { makeTotpSecret, qrRows, totpStep, totpUri } from './totp.ts';

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, for SHA-1: the last six of the eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s it is %s', (seconds, code) => {
    expect(totpStep(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  test('one step either way counts, with the step that it is of', () => {
    const at = 1_234_567_890_000;
    const code = (ms: number) => new TOTP({ secret }).generate({ timestamp: ms });
    const step = Math.floor(at / 30_000);
    for (const offset of [-1, 0, 1])
      expect(totpStep(secret, code(at + offset * 30_000), at)).toBe(step + offset);
    for (const offset of [-2, 2]) expect(totpStep(secret, code(at + offset * 30_000), at)).toBeNull();
    expect(totpStep(secret, ' 005 924 ', 1_234_567_890_000)).toBe(step);
    for (const text of ['', '12345', '1234567', '00592a', '٠٠٥٩٢٤', '-05924'])
      expect(totpStep(secret, text, 1_234_567_890_000)).toBeNull();
  });

  test('the secret has 160 bits, and its address is what apps read', () => {
    const made = makeTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(made, 'ada@bay.example'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Allclear:ada@bay.example',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ issuer: 'Allclear', secret: made, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    const rows = qrRows(uri.href);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([rows.length]));
    expect(rows[0]).toMatch(/^0+$/);
  });
});

describe('recovery codes', () => {
  test('are ten different ones of 50 bits', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  test.each([
    ['7K3QX-0M9TD', '7K3QX0M9TD'],
    [' 7k3qx 0m9td ', '7K3QX0M9TD'],
    ['7K3QX-OM9TD', '7K3QX0M9TD'],
    ['7K3QI-LM9TD', '7K3Q11M9TD'],
    ['7K3QX-0M9T', null],
    ['7K3QX-0M9TU', null],
    ['123456', null],
    ['', null],
  ])('%j reads as %j', (text, code) => {
    expect(readRecoveryCode(text)).toBe(code);
  });

  test('the digest is of one person and one key', () => {
    const box = createSecretBox(Buffer.alloc(32, 1));
    const [digest] = recoveryDigests(box, 'ada', '7K3QX0M9TD');
    expect(recoveryDigests(box, 'ben', '7K3QX0M9TD')[0]).not.toEqual(digest);
    expect(recoveryDigests(createSecretBox(Buffer.alloc(32, 2)), 'ada', '7K3QX0M9TD')[0]).not.toEqual(digest);
  });
});
