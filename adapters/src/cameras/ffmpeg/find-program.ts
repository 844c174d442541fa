import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Where a command without a path is looked for, and all of its environment. */
export const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'] as const;

/** The path of a program that can be run; null when there is none. Relative paths are none. */
export function findProgram(command: string): string | null {
  const paths = isAbsolute(command)
    ? [command]
    : /^[\w.+-]+$/.test(command)
      ? PROGRAM_FOLDERS.map((folder) => join(folder, command))
      : [];
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
