import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './Widgets.module.css';

/** What a widget showed when it was saved and what is gone since. */
export function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems of this widget">
      {problems.map((problem) => (
        <li key={problem}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {problem}
        </li>
      ))}
    </ul>
  );
}
