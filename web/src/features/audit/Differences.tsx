import { VisuallyHidden } from '@mantine/core';
import classes from './Audit.module.css';
import type { FieldDifference } from './audit-text.ts';

/** Fields with what they were and what they became. */
export function Differences({ differences }: { differences: readonly FieldDifference[] }) {
  return (
    <dl className={classes.differences}>
      {differences.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {before !== null && <span className={after === null ? undefined : classes.was}>{before}</span>}
            {before !== null && after !== null && (
              <>
                <span aria-hidden="true"> → </span>
                <VisuallyHidden> became </VisuallyHidden>
              </>
            )}
            {after !== null && <span>{after}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
