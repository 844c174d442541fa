import { Pagination, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { pollingMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { shortDateTime } from '../../clock/time-text.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { ResponseCounts } from './ResponseCounts.tsx';
import classes from './Responses.module.css';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const perPage = 5;

/** Warnings of policies that ask for a response, the newest first, with who has responded. */
export function WarningRequests() {
  const { data, error } = useRouteQuery(routes.listWarningRequests, responseKeys.warningRequests.all, {
    refetchInterval: pollingMs.massMessages,
  });
  const [wanted, setPage] = useState(1);
  if (!data)
    return error ? (
      <p role="alert">Which warnings ask for a response is not known: {messageOf(error)}</p>
    ) : (
      <Delayed>
        <div role="status" aria-busy="true" aria-label="Loading warnings that ask">
          <Skeleton height={120} radius={12} />
        </div>
      </Delayed>
    );
  const pages = Math.max(1, Math.ceil(data.length / perPage));
  const page = Math.min(wanted, pages);
  return (
    <>
      {error && <StaleNote>This list is that of the last answer.</StaleNote>}
      {data.length === 0 && (
        <p className={classes.empty}>
          No warning has asked for a response. A policy asks when it is set to in its form.
        </p>
      )}
      {data.length > 0 && (
        <ul className={classes.requests} aria-label="Warnings that ask">
          {data
            .slice((page - 1) * perPage, page * perPage)
            .map(({ id, headline, isDrill, askedUtc, organizationLocationName }) => (
              <li key={id}>
                <h3>{headline}</h3>
                <p className={classes.muted}>
                  {isDrill && 'Drill: the weather is not live · '}
                  {organizationLocationName ?? 'A place that was removed'} ·{' '}
                  {shortDateTime(askedUtc, readersZone)}
                </p>
                <ResponseCounts requestId={id} headline={headline} />
              </li>
            ))}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          aria-label="Pages of warnings that ask"
          size="lg"
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}
