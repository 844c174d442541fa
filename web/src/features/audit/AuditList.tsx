import type { AuditEntryRow } from '@allclear/contract';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import classes from './Audit.module.css';
import { AuditItem } from './AuditItem.tsx';
import type { AuditFilter } from './audit-filter.ts';
import { PutBackDialog } from './PutBackDialog.tsx';
import { type useAuditEntries, useNames } from './use-audit.ts';

interface AuditListProps {
  query: ReturnType<typeof useAuditEntries>;
  filter: AuditFilter;
}

/** The entries of a filter, newest first, by day. */
export function AuditList({ query, filter }: AuditListProps) {
  const names = useNames();
  const [asked, setAsked] = useState<AuditEntryRow | null>(null);
  const { data, error, isFetching, hasNextPage, isFetchingNextPage } = query;
  if (!data) return error ? <Failure error={error} query={query} /> : <Loading />;
  const entries = data.pages.flatMap((part) => part.entries);
  return (
    <>
      {error && (
        <Alert color="var(--warning)" variant="outline" title="This list may be old" role="alert" mb="md">
          {messageOf(error)}{' '}
          <Button size="compact-sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {entries.length === 0 && <Nothing isFiltered={Object.values(filter).some((value) => value !== '')} />}
      <div aria-busy={isFetching}>
        {byDay(entries).map(([day, ofDay]) => (
          <section key={day} className={classes.day} aria-label={day}>
            <h2>{day}</h2>
            <ol className={classes.entries}>
              {ofDay.map((entry) => (
                <AuditItem
                  key={entry.sequence}
                  entry={entry}
                  names={names}
                  isHistory={filter.record !== ''}
                  onPutBack={setAsked}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
      {asked && (
        <PutBackDialog key={asked.sequence} entry={asked} names={names} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function byDay(entries: readonly AuditEntryRow[]): [string, AuditEntryRow[]][] {
  const days = new Map<string, AuditEntryRow[]>();
  for (const entry of entries) {
    const day = new Date(entry.at).toLocaleDateString('en-US', { dateStyle: 'full' });
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.empty}>
      <IconHistory size={40} stroke={1.4} aria-hidden="true" />
      <h2>{isFiltered ? 'No entry is like that' : 'Nothing has been changed yet'}</h2>
      <p>
        {isFiltered
          ? 'Widen the time, or clear the filters.'
          : 'Every change of settings, people, places and policies appears here.'}
      </p>
    </div>
  );
}

function Failure({ error, query }: { error: Error; query: AuditListProps['query'] }) {
  return (
    <div className={classes.empty} role="alert">
      <h2>Problem retrieving the audit</h2>
      <p>{messageOf(error)} Changes are recorded without this page.</p>
      <Button loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={classes.loading} role="status" aria-busy="true">
        <p>Loading</p>
        {[0, 1, 2, 3].map((i) => (
          <Skeleton key={i} height={84} radius={8} />
        ))}
      </div>
    </Delayed>
  );
}
