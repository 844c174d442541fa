import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operationsGuide, withCurrentSettings } from './settings-docs.ts';

test('the operations guide lists every setting as its definition describes it (npm run settings)', async () => {
  const guide = await readFile(operationsGuide, 'utf8');
  expect(guide).toBe(withCurrentSettings(guide));
});
