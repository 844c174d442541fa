import { describe, expect, it } from 'vitest';
import { hashOfApiKey, isApiKey, makeApiKey } from './api-keys/api-keys.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';

describe('passwords', () => {
  it('are kept as argon2id with their cost', async () => {
    const kept = await hashPassword('a storm over the bay');
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(kept, 'a storm over the bay')).toBe(true);
    expect(await verifyPassword(kept, 'a storm over the hill')).toBe(false);
    expect(await verifyPassword(kept, '')).toBe(false);
  });

  it('match nothing where none is kept, whatever the text', async () => {
    for (const kept of [undefined, null, 'not a hash'])
      expect(await verifyPassword(kept, 'no account has this password')).toBe(false);
  });

  it('are refused unhashed when absurdly long', async () => {
    await expect(hashPassword('x'.repeat(1_001))).rejects.toThrow('at most 1000');
    expect(await verifyPassword(undefined, 'x'.repeat(1_000_000))).toBe(false);
  });
});

describe('API keys', () => {
  it('are long, new each time, and known by their digest', () => {
    const [one, other] = [makeApiKey(), makeApiKey()];
    expect(one.key).toMatch(/^allclear_[0-9A-Za-z]{49}$/);
    expect(one.key.startsWith(one.prefix)).toBe(true);
    expect(one.prefix).toHaveLength(15);
    expect(one.key).not.toBe(other.key);
    expect(isApiKey(one.key)).toBe(true);
    expect(isApiKey(`${one.key}x`)).toBe(false);
    // One of before, which had no checksum.
    expect(isApiKey(`ack_${'x'.repeat(43)}`)).toBe(true);
    for (let at = 'allclear_'.length; at < one.key.length; at += 1) {
      const other = one.key[at] === 'a' ? 'b' : 'a';
      expect(isApiKey(one.key.slice(0, at) + other + one.key.slice(at + 1))).toBe(false);
    }
    expect(hashOfApiKey(one.key).equals(one.hash)).toBe(true);
  });
});
