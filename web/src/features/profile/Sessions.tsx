import type { SignInSession } from '@allclear/contract';
import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Profile.module.css';

/** The browsers in which the user is signed in; each other one can be ended. */
export function Sessions() {
  const { data: sessions, error } = useRouteQuery(routes.listSessions, peopleKeys.sessions.all, {
    refetchOnMount: 'always',
  });
  const [isAsking, setAsking] = useState(false);
  const end = useChange(
    (api, id: string) => api.call(routes.endSession, { params: { id } }),
    peopleKeys.sessions.all,
    ({ message }) => toast('success', message),
  );
  const endOthers = useChange(
    (api, _: null) => api.call(routes.endOtherSessions),
    peopleKeys.sessions.all,
    ({ message }) => {
      toast('success', message);
      setAsking(false);
    },
  );
  const problem = end.error ?? endOthers.error ?? (sessions ? null : error);
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <section className={classes.card} aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p className={classes.hint}>
        Where you are signed in. If you do not recognize one, end it and change your password.
      </p>
      {problem && (
        <p className={classes.problem} role="alert">
          {messageOf(problem)}
        </p>
      )}
      {sessions && (
        <ul className={classes.list} aria-label="Sessions">
          {sessions.map((session) => (
            <li key={session.id}>
              <div className={classes.item}>
                <strong>{session.device}</strong>
                <span>
                  {partsOf(session).map((part) => (
                    <span key={part} className={classes.part}>
                      {part}
                    </span>
                  ))}
                </span>
              </div>
              {session.isCurrent ? (
                <Badge variant="outline" tt="none">
                  This browser
                </Badge>
              ) : (
                <Button
                  variant="default"
                  aria-label={`End the session in ${session.device}`}
                  loading={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button variant="default" onClick={() => setAsking(true)}>
          End all other sessions
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        item="all other sessions"
        text="Every other browser is signed out within two seconds."
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate(null)}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}

const timeOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

function partsOf({ network, createdUtc, lastUsedUtc }: SignInSession): string[] {
  return [
    ...(network === '' ? [] : [network]),
    ...(createdUtc === null ? [] : [`signed in ${timeOf(createdUtc)}`]),
    ...(lastUsedUtc === null ? [] : [`last used ${timeOf(lastUsedUtc)}`]),
  ];
}
