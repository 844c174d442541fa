import { Button, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { RecurringList } from '../../features/reports/RecurringList.tsx';
import { ReportIcon, ReportList } from '../../features/reports/ReportList.tsx';
import classes from '../../features/reports/Reports.module.css';
import { useRecurringReports, useReports } from '../../features/reports/use-reports.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

const ReportDialog = lazy(() => import('../../features/reports/ReportDialog.tsx'));

/** /Reports: the historical reports that the user asked for, and those that are made again and again. */
export default function ReportsPage({ user, permissions }: Pick<PageProps, 'user' | 'permissions'>) {
  const [isOpen, setOpen] = useState(false);
  const reports = useReports();
  const recurring = useRecurringReports();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>My reports</h1>
          <p>Historical reports that you asked for. They are made in the background and kept for 30 days.</p>
        </div>
        {user && (
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Export Historical Report
          </Button>
        )}
      </header>
      <Part title="Reports" query={reports}>
        {(items) =>
          items.length === 0 ? (
            <div className={`${page.alone} ${classes.none}`}>
              <ReportIcon />
              <h3>You have no reports</h3>
              <p>Export Historical Report makes one. It appears here, and is mailed to you.</p>
            </div>
          ) : (
            <ReportList reports={items} />
          )
        }
      </Part>
      <Part title="Recurring" query={recurring}>
        {(items) =>
          items.length === 0 ? (
            <p className={classes.muted}>No report is made again and again.</p>
          ) : (
            <RecurringList recurring={items} />
          )
        }
      </Part>
      {isOpen && user && (
        <Suspense>
          <ReportDialog user={user} permissions={permissions} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface PartProps<Item> {
  title: string;
  query: {
    readonly data: readonly Item[] | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    refetch(): Promise<unknown>;
  };
  children: (items: readonly Item[]) => ReactNode;
}

/** A list of the page, or why there is none. */
function Part<Item>({ title, query: { data, error, isFetching, refetch }, children }: PartProps<Item>) {
  const retry = () => void refetch();
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {error && data && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title={`Problem retrieving ${title.toLowerCase()}`}
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!error && !data && (
        <Delayed>
          <div role="status" aria-busy="true" aria-label="Loading">
            <Skeleton height={120} radius={12} />
          </div>
        </Delayed>
      )}
      {data && children(data)}
    </section>
  );
}
