import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import classes from './CardStates.module.css';
import { Delayed } from './Delayed.tsx';

/** A card whose data are requested for the first time. The skeleton waits, so that a fast answer does not flicker. */
export function LoadingCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <Delayed>{children}</Delayed>
    </Card>
  );
}

/** A card whose data could not be loaded. */
export function FailedCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} unknown>
      <CardText role="alert">{children}</CardText>
    </Card>
  );
}

/** The text of a card that has no data to show. */
export function CardText({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.text} role={role}>
      {children}
    </div>
  );
}

/** A heading and a text in the middle of the space that a drawing of this height would take. */
export function CardPlaceholder({
  title,
  heightPx,
  role,
  children,
}: {
  title: ReactNode;
  heightPx: number;
  role?: 'alert' | 'status';
  children?: ReactNode;
}) {
  return (
    <div className={classes.placeholder} style={{ minHeight: heightPx }} role={role}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Says that what is shown is old or incomplete. */
export function StaleNote({ title = 'Not current.', children }: { title?: string; children: ReactNode }) {
  return (
    <p className={classes.stale} role="status">
      <strong>{title}</strong> {children}
    </p>
  );
}

/** Says that a card speaks of one danger only while something else holds the place. */
export function HeldNote({ children }: { children: ReactNode }) {
  return <p className={classes.held}>{children}</p>;
}

/** Marks an estimated value; the tooltip says how it was estimated. */
export function ApproximateMark({ label }: { label: string }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={`${classes.approximate} touch-area`}>
        Approx.
      </button>
    </Tooltip>
  );
}
