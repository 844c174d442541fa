import type { MassMessageAddressee } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { messageOf } from '../../api/failure.ts';
import form from '../../forms/form.module.css';
import { RecipientChips } from './RecipientChips.tsx';
import { RecipientTree } from './RecipientTree.tsx';
import { groupsOf } from './recipient-tree.ts';

export interface RecipientFieldsProps {
  query: {
    readonly data: readonly MassMessageAddressee[] | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    refetch(): Promise<unknown>;
  };
  recipients: readonly string[];
  error: string | undefined;
  onChange: (recipients: string[]) => void;
}

/** Who receives the message: the tree of everybody, and those who are chosen. */
export function RecipientFields({ query, recipients, error, onChange }: RecipientFieldsProps) {
  const { data } = query;
  const groups = useMemo(() => data && groupsOf(data), [data]);
  const names = useMemo(() => new Map((data ?? []).map(({ id, fullName }) => [id, fullName])), [data]);
  const gone = data ? recipients.filter((id) => !names.has(id)) : [];
  return (
    <>
      {groups && <RecipientTree {...{ groups, recipients, error, onChange }} />}
      {!groups && !query.error && (
        <p className={form.hint} role="status">
          Loading people…
        </p>
      )}
      {query.error && (
        <p className={form.error} role="alert">
          {groups ? 'The list of people may be old.' : 'The list of people could not be loaded.'}{' '}
          {messageOf(query.error)}{' '}
          <Button
            size="compact-md"
            variant="default"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Try again
          </Button>
        </p>
      )}
      {gone.length > 0 && (
        <p className={form.warning} role="status">
          {gone.length === 1 ? '1 recipient' : `${gone.length} recipients`} of the copied message cannot be
          chosen any more.{' '}
          <Button
            size="compact-md"
            variant="default"
            onClick={() => onChange(recipients.filter((id) => names.has(id)))}
          >
            Remove
          </Button>
        </p>
      )}
      <RecipientChips recipients={recipients} nameOf={(id) => names.get(id)} onChange={onChange} />
    </>
  );
}
