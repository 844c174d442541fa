import type { DataOf, listMailbox } from '@allclear/contract';
import { SegmentedControl, Skeleton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../../api/failure.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { routes } from '../../../api/routes.ts';
import { useRouteQuery } from '../../../api/use-route.ts';
import { clock } from '../../../clock/clock.ts';
import { shortDateTime } from '../../../clock/time-text.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import { EmptyList, LoadFailure, StaleList } from '../ListStates.tsx';
import classes from './Mailbox.module.css';

type Mail = DataOf<typeof listMailbox>[number];
const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The demonstration's mails: a list and the open one. */
export function Mailbox() {
  const [chosen, setChosen] = useState<string | null>(null);
  // Under 'notifications', so that a mail shows as soon as it is announced.
  const query = useRouteQuery(routes.listMailbox, notificationKeys.notifications.of('mailbox'), {
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
    staleTime: 0,
  });
  const { data, error } = query;
  if (!data) {
    if (!query.isError) {
      return (
        <Delayed>
          <Skeleton height={320} radius={12} role="status" aria-label="Loading mails" />
        </Delayed>
      );
    }
    if (error instanceof ApiFailure && error.status === 404)
      return (
        <EmptyList title="There is no mailbox here">This installation sends real email, or none.</EmptyList>
      );
    return <LoadFailure title="The mailbox could not be loaded" query={query} />;
  }
  const open = data.find(({ id }) => id === chosen) ?? data[0];
  if (!open) {
    return (
      <EmptyList title="No mails yet">
        Mails of the demonstration arrive here instead of being sent. Send yourself a test from My
        Notification Settings.
      </EmptyList>
    );
  }
  return (
    <>
      <StaleList error={query.error} />
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
 * A mail as in a mail reader. Its HTML runs in a separate frame without scripts; links open in another tab.
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
