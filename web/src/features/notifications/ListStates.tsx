import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/failure.ts';
import classes from './Notices.module.css';

interface Failed {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Replaces a list that could not be loaded. */
export function LoadFailure({ title, query }: { title: string; query: Failed }) {
  return (
    <div className={classes.empty} role="alert">
      <h2>{title}</h2>
      <p>{messageOf(query.error)}</p>
      <Button onClick={() => void query.refetch()} loading={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}

/** Shown above a list whose renewal failed. */
export function StaleList({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className={classes.stale} role="status">
      This list is not current: {messageOf(error)} We keep trying.
    </p>
  );
}

/** Replaces a list without entries. */
export function EmptyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
