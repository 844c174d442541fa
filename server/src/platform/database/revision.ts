import { isDeepStrictEqual } from 'node:util';

/** What every editable record has. */
export interface Revised {
  /** 1 for a new record; each change increments it. */
  readonly revision: number;
  /** The revision at which a field last changed; a field that never changed is left out. */
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

/** How people call a record ("this policy"), and those of its fields that the wire names otherwise. */
export interface RecordWords {
  readonly what: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Thrown when a change is based on a revision of a record that is not the current one; nothing is stored. */
export class StaleRevision extends Error {
  readonly what: string;
  /** Labels of the fields that were changed since: 'Radius1'. */
  readonly changed: readonly string[];

  constructor(what: string, changed: readonly string[]) {
    super(`The change of ${what} is based on a revision that is not the current one.`);
    this.what = what;
    this.changed = changed;
  }
}

/**
 * Throws `StaleRevision` when a change is based on another revision than the current one. A change that names
 * no revision is based on whatever there is: the last write wins. The record must be locked against others.
 */
export function requireRevision(
  current: Revised,
  basedOn: number | undefined,
  { what, labels = {} }: RecordWords,
): void {
  if (basedOn === undefined || basedOn === current.revision) return;
  const changed = Object.entries(current.fieldRevisions)
    .filter(([, revision]) => revision > basedOn)
    .map(([field]) => labels[field] ?? field.charAt(0).toUpperCase() + field.slice(1));
  throw new StaleRevision(what, [...new Set(changed)].sort());
}

/** The revision columns of a record after a change of the given fields; undefined leaves a field as it is. */
export function nextRevision<Before extends Revised>(
  before: Before,
  after: { readonly [Field in keyof Before]?: unknown },
): { revision: number; field_revisions: string } {
  const revision = before.revision + 1;
  const changed = (Object.keys(after) as (keyof Before & string)[]).filter(
    (field) => after[field] !== undefined && !isDeepStrictEqual(after[field], before[field]),
  );
  const fieldRevisions = {
    ...before.fieldRevisions,
    ...Object.fromEntries(changed.map((field) => [field, revision])),
  };
  return { revision, field_revisions: JSON.stringify(fieldRevisions) };
}
