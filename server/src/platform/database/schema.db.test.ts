import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import { schemaText } from './schema-text.store.ts';

test('schema.ts says what the migrations leave; otherwise run generate-schema.ts', async () => {
  const store = await freshStore();
  try {
    expect(await readFile(new URL('./schema.ts', import.meta.url), 'utf8')).toBe(
      await schemaText(store.pool),
    );
  } finally {
    await store.close();
  }
});
