import type { Origin } from './statement-origin.ts';

/** Statements that are meant to touch several partitions, by where they come from. */
export interface Across {
  readonly file: string;
  /** The functions that send them; all of the file unless given. */
  readonly names?: readonly string[];
  readonly reason: string;
}

export const acrossOrganizations: readonly Across[] = [];

export function isMeantToCross({ file, name }: Origin): boolean {
  return acrossOrganizations.some((one) => one.file === file && (one.names?.includes(name) ?? true));
}
