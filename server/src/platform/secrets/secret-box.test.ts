import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotOpen, createSecretBox } from './secret-box.ts';
import { openSecretBox, readSecretKeys } from './secret-key.ts';

const key = Buffer.alloc(32, 7);

describe('a secret box', () => {
  const box = createSecretBox(key);

  test('opens what it sealed, and says which key that was', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP – ☂', 'totp 1');
    expect(sealed).not.toContain('JBSW');
    expect(sealed.split('.').slice(0, 2)).toEqual(['v1', box.keyId]);
    expect(box.open(sealed, 'totp 1')).toBe('JBSWY3DPEHPK3PXP – ☂');
    expect(box.seal('same', 'a')).not.toBe(box.seal('same', 'a'));
  });

  test('opens nothing of another purpose, key or content', () => {
    const sealed = box.seal('secret', 'totp 1');
    expect(() => box.open(sealed, 'totp 2')).toThrow(CannotOpen);
    expect(() => createSecretBox(Buffer.alloc(32, 8)).open(sealed, 'totp 1')).toThrow(box.keyId);
    const [head, id, content = ''] = sealed.split('.');
    const bytes = Buffer.from(content, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(`${head}.${id}.${changed.toString('base64url')}`, 'totp 1')).toThrow(CannotOpen);
    }
    for (const text of ['', 'v1', `v1.${id}`, `v1.${id}.AAAA`, `v2.${id}.${content}`])
      expect(() => box.open(text, 'totp 1')).toThrow(CannotOpen);
  });

  test('opens with an older key, and seals with the current one', () => {
    const newer = createSecretBox(randomBytes(32), [key]);
    expect(newer.open(box.seal('kept', 'a'), 'a')).toBe('kept');
    expect(newer.keyId).not.toBe(box.keyId);
    expect(() => box.open(newer.seal('new', 'a'), 'a')).toThrow(CannotOpen);
    expect(newer.digests('x', 'a')[1]).toEqual(box.digests('x', 'a')[0]);
    expect(box.digests('x', 'a')[0]).not.toEqual(box.digests('x', 'b')[0]);
    expect(box.digests('x', 'a')[0]).not.toEqual(newer.digests('x', 'a')[0]);
  });
});

describe('the secret key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'allclear-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is made once, for its owner alone, by processes that start at once too', async () => {
    const boxes = await Promise.all(
      Array.from({ length: 8 }, () => openSecretBox({ secretKeys: null, folder })),
    );
    expect(new Set(boxes.map(({ keyId }) => keyId)).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret-key']);
    const file = path.join(folder, 'secret-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o644);
    expect((await openSecretBox({ secretKeys: null, folder })).keyId).toBe(boxes[0]?.keyId);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = (await readFile(file, 'utf8')).trim();
    const { keyId } = await openSecretBox({ secretKeys: readSecretKeys(text), folder: '/nowhere' });
    expect(keyId).toBe(boxes[0]?.keyId);
  });

  test('a file that is no key is not replaced', async () => {
    await writeFile(path.join(folder, 'secret-key'), 'half a k');
    await expect(openSecretBox({ secretKeys: null, folder })).rejects.toThrow('no secret key');
    expect(await readFile(path.join(folder, 'secret-key'), 'utf8')).toBe('half a k');
  });

  test.each([
    [key.toString('base64'), 1],
    [key.toString('base64url'), 1],
    [key.toString('hex'), 1],
    [`${key.toString('hex')}, ${Buffer.alloc(32, 9).toString('base64')}`, 2],
    ['password', null],
    ['', null],
    [`${key.toString('hex')},`, null],
    [Buffer.alloc(31).toString('base64'), null],
  ])('of the setting %j: %j keys', (text, count) => {
    expect(readSecretKeys(text)?.length ?? null).toBe(count);
  });
});
