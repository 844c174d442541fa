import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { currentPermissions, permissionsGuide } from './permissions-docs.ts';

test('the guide of permissions says what the table grants (npm run permissions)', async () => {
  expect(await readFile(permissionsGuide, 'utf8')).toBe(currentPermissions());
});
