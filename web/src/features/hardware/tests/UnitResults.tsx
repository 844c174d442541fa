import { IconAlertTriangle, IconPointFilled } from '@tabler/icons-react';
import classes from './Tests.module.css';

interface UnitResult {
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
}

/** What became of each unit, those that refused first. */
export function UnitResults({ results, label }: { results: readonly UnitResult[]; label: string }) {
  const sorted = results.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    // It scrolls, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
    <ul className={classes.results} aria-label={label} tabIndex={0}>
      {sorted.map(({ id, name, ok, message }) => (
        <li key={id} data-failed={!ok || undefined}>
          {ok ? (
            <IconPointFilled size={16} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden="true" />
          )}
          <span>
            <strong>{name}</strong>: {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
