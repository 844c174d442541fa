import type { DataOf, listMailbox } from '@allclear/contract';
import { Button, SegmentedControl, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { routes } from '../../../api/routes.ts';
import { clock } from '../../../clock/clock.ts';
import { shortDateTime } from '../../../clock/time-text.ts';
import { useApi } from '../../../services.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import noticeClasses from '../Notices.module.css';
import classes from './Mailbox.module.css';

type Mail = DataOf<typeof listMailbox>[number];
const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The demonstration's mails: a list and the one that is read. */
export function Mailbox() {
  const api = useApi();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, isError, isFetching, refetch } = useQuery({
    // Under 'notifications', so that a mail shows as soon as it is announced.
    queryKey: notificationKeys.notifications.of('mailbox'),
    queryFn: ({ signal }) => api.call(routes.listMailbox, { signal }),
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
    staleTime: 0,
  });
  if (!data) {
    if (!isError) {
      return (
        <Delayed>
          <Skeleton height={320} radius={12} role="status" aria-label="Loading mails" />
        </Delayed>
      );
    }
    const none = error instanceof ApiFailure && error.status === 404;
    return (
      <div className={noticeClasses.empty} role="alert">
        <h2>{none ? 'There is no mailbox here' : 'The mailbox could not be loaded'}</h2>
        <p>{none ? 'This installation sends real e-mail, or none.' : messageOf(error)}</p>
        {!none && (
          <Button onClick={() => void refetch()} loading={isFetching}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  const open = data.find(({ id }) => id === chosen) ?? data[0];
  if (!open) {
    return (
      <div className={noticeClasses.empty}>
        <h2>No mails yet</h2>
        <p>
          Mails of the demonstration arrive here instead of leaving the house. Send yourself a test from My
          Notification Settings.
        </p>
      </div>
    );
  }
  return (
    <>
      {isError && (
        <p className={noticeClasses.stale} role="status">
          This list is not current: {messageOf(error)} We keep trying.
        </p>
      )}
      <div className={classes.panes}>
        <ul className={classes.list} aria-label="Mails">
          {data.map((mail) => (
            <li key={mail.id}>
              <UnstyledButton
                className={classes.line}
                aria-current={mail.id === open.id}
                onClick={() => setChosen(mail.id)}
              >
                <strong>{mail.subject}</strong>
                <span>
                  {mail.address} · {shortDateTime(mail.sentUtc, readersZone)}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <Reading key={open.id} mail={open} />
      </div>
    </>
  );
}

/**
 * A mail as it would be read. Its HTML runs in a frame of its own without scripts; links open in another tab.
 */
function Reading({ mail }: { mail: Mail }) {
  const [form, setForm] = useState<'html' | 'text'>(mail.html === '' ? 'text' : 'html');
  return (
    <article className={classes.reading} aria-label={mail.subject}>
      <header>
        <h2>{mail.subject}</h2>
        <p>
          To {mail.address} · {shortDateTime(mail.sentUtc, readersZone)}
        </p>
        {mail.html !== '' && (
          <SegmentedControl
            aria-label="Form of the mail"
            size="md"
            value={form}
            onChange={(value) => setForm(value === 'text' ? 'text' : 'html')}
            data={[
              { value: 'html', label: 'Formatted' },
              { value: 'text', label: 'Plain text' },
            ]}
          />
        )}
      </header>
      {form === 'html' ? (
        <iframe
          title={`Mail: ${mail.subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={`<base target="_blank">${mail.html}`}
        />
      ) : (
        <p className={classes.plain}>{mail.text}</p>
      )}
    </article>
  );
}
