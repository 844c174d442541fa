import type { ResponseRequestView } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { pollingMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { shortDateTime } from '../../clock/time-text.ts';
import { useApi } from '../../services.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import { PeoplePages, PeopleSearch } from './ResponsePeople.tsx';
import classes from './Responses.module.css';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Who has responded to a message, as it is now. */
export function ResponseCounts({ requestId, headline }: { requestId: string; headline: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: responseKeys.requests.of(requestId),
    queryFn: ({ signal }) => api.call(routes.responseRequest, { params: { id: requestId }, signal }),
    refetchInterval: pollingMs.massMessages,
  });
  if (!data)
    return error ? (
      <p role="alert">Who has responded is not known: {messageOf(error)}</p>
    ) : (
      <p aria-busy="true">Loading the responses…</p>
    );
  return (
    <div>
      {error && <StaleNote>The responses are those of the last answer.</StaleNote>}
      <ul className={classes.counts} aria-label={`Responses: ${headline}`}>
        <li data-tone={data.help > 0 ? 'danger' : undefined}>Need help {data.help}</li>
        <li data-tone={data.noResponse > 0 ? 'danger' : undefined}>
          No response {data.noResponse} of {data.asked}
        </li>
        <li>Inside {data.inside}</li>
        <li>Only read {data.read}</li>
      </ul>
      {data.help > 0 && <PeoplePages requestId={requestId} kind="help" />}
      <Names requestId={requestId} />
      <Steps view={data} />
    </div>
  );
}

/** Everybody who was asked, asked for once somebody wants to see them. */
function Names({ requestId }: { requestId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.people} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Names</summary>
      {isOpen && <PeopleSearch requestId={requestId} />}
    </details>
  );
}

function Steps({ view: { steps, nextStepUtc } }: { view: ResponseRequestView }) {
  if (steps.length === 0) return null;
  return (
    <details className={classes.people}>
      <summary>
        Escalation:{' '}
        {nextStepUtc === null ? 'no step pending' : `next step ${shortDateTime(nextStepUtc, readersZone)}`}
      </summary>
      <ul>
        {steps.map(({ target, dueUtc, taken }) => (
          <li key={dueUtc}>
            {target}:{' '}
            {taken === null
              ? `due ${shortDateTime(dueUtc, readersZone)}`
              : `passed on ${shortDateTime(taken.atUtc, readersZone)}, ${taken.listed} without a response, ${taken.notified} notified, ${taken.notSent} not sent`}
          </li>
        ))}
      </ul>
    </details>
  );
}
