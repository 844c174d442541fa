/** The function of the product that sends a statement, and its file. */
export interface Origin {
  readonly file: string;
  readonly name: string;
}

/** What all statements go through. */
const passed = ['server/src/platform/database/database.ts', 'server/test/partitions/'];

const frame =
  /^\s*at (?:async )?(?:(.+?) \()?(?:file:\/\/)?[^()]*?\/((?:server|client)\/(?:src|test)\/[^():?]+\.ts)[:?]/;

/**
 * Where a statement comes from, by the stack: the innermost function of a file of the product; null for a statement of
 * a test.
 */
export function originOf(stack: string): Origin | null {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name, file] = frame.exec(line) ?? [];
    return file === undefined || passed.some((start) => file.startsWith(start)) ? [] : [{ name, file }];
  });
  const [inner] = frames;
  if (inner === undefined || !inner.file.startsWith('server/src/') || inner.file.endsWith('.test.ts'))
    return null;
  // The work of a transaction is a function without a name in the one that is meant.
  const named = frames.find(({ name, file }) => file === inner.file && name !== undefined);
  return {
    file: inner.file,
    name: named?.name?.replace(/^(Object|Function)\.| \[as .+\]$/g, '') ?? 'anonymous',
  };
}
