import { Alert, Button } from '@mantine/core';
import classes from './ChangedMeanwhile.module.css';

/** A field that somebody else changed, in words. */
export interface FieldChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

interface ChangedMeanwhileProps {
  /** 'user', 'user group', 'location'. */
  what: string;
  /** Null: it was deleted. */
  changes: readonly FieldChange[] | null;
  onReload: () => void;
}

/** Shown when somebody else changed or deleted what a form edits, with what was changed. */
export function ChangedMeanwhile({ what, changes, onReload }: ChangedMeanwhileProps) {
  if (changes === null) {
    return (
      <Alert
        color="var(--danger)"
        variant="outline"
        title={`This ${what} was deleted meanwhile`}
        role="alert"
      >
        Somebody else deleted it, and changes cannot be saved.
      </Alert>
    );
  }
  if (changes.length === 0) return null;
  return (
    <Alert color="var(--warning)" variant="outline" title={`This ${what} was changed meanwhile`} role="alert">
      <ul className={classes.changes}>
        {changes.map(({ label, before, after }) => (
          <li key={label}>
            {label}: {before || 'none'} → <strong>{after || 'none'}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        Saving keeps what somebody else changed, except where you changed the same field.
      </p>
      <Button variant="default" onClick={onReload}>
        Show it as it is now
      </Button>
    </Alert>
  );
}

/** The fields of two records that differ, by a table of labels and texts. */
export function changesBetween<Fields>(
  before: Fields,
  after: Fields,
  texts: Readonly<Record<string, (fields: Fields) => string>>,
): FieldChange[] {
  return Object.entries(texts)
    .map(([label, textOf]) => ({ label, before: textOf(before), after: textOf(after) }))
    .filter((change) => change.before !== change.after);
}
