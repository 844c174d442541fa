import { Alert, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/failure.ts';
import page from './page.module.css';

interface ListProblemProps {
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Shown above a list whose renewal failed. */
export function OldListAlert({ title, error, onRetry }: ListProblemProps) {
  return (
    <Alert className={page.old} color="var(--warning)" variant="outline" title={title} role="alert">
      {messageOf(error)} <Button onClick={onRetry}>Try again</Button>
    </Alert>
  );
}

/** Replaces a list that could not be loaded. */
export function ListFailure({
  title,
  error,
  isFetching,
  onRetry,
  children,
}: ListProblemProps & { isFetching: boolean; children?: ReactNode }) {
  return (
    <div className={page.alone} role="alert">
      <h2>{title}</h2>
      <p>
        {messageOf(error)} {children}
      </p>
      <Button onClick={onRetry} loading={isFetching}>
        Try again
      </Button>
    </div>
  );
}

/** The button of a page's header that opens the form for something new. */
export function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button leftSection={<IconPlus size={18} />} aria-haspopup="dialog" onClick={onAdd}>
      {label}
    </Button>
  );
}
