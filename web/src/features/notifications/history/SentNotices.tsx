import type { DataOf, listSent } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/failure.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { routes } from '../../../api/routes.ts';
import { clock } from '../../../clock/clock.ts';
import { shortDateTime } from '../../../clock/time-text.ts';
import { useApi } from '../../../services.ts';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { DeliveryList } from '../DeliveryList.tsx';
import { EmptyList, LoadFailure, StaleList } from '../ListStates.tsx';
import { NoticeIcon, NoticeWord } from '../NoticeMark.tsx';
import noticeClasses from '../Notices.module.css';
import { eventName, mutedText, restOfMessage } from '../notice-text.ts';
import classes from './SentNotices.module.css';

type SentNotice = DataOf<typeof listSent>['notices'][number];

const columns: readonly Column<SentNotice>[] = [
  {
    key: 'notice',
    header: 'Notice',
    cell: ({ kind, eventType, subject }) => (
      <span className={classes.notice}>
        <NoticeIcon kind={kind} eventType={eventType} />
        <span>
          <NoticeWord kind={kind} />
          <strong className={classes.subject}>{subject}</strong>
        </span>
      </span>
    ),
  },
  {
    key: 'about',
    header: 'About',
    cell: ({ eventType, locationName }) =>
      locationName ? `${eventName(eventType)} · ${locationName}` : eventName(eventType),
  },
  { key: 'sent', header: 'Sent', cell: ({ sentUtc, timeZone }) => shortDateTime(sentUtc, timeZone) },
  {
    key: 'told',
    header: 'Told',
    cell: ({ counts }) => (
      <span className={classes.counts} data-failed={counts.failed > 0 || undefined}>
        {countText(counts)}
      </span>
    ),
  },
];

/**
 * The organization's sent notices: a page at a time, each with its counts, and its recipients and their
 * deliveries on demand.
 */
export function SentNotices() {
  const api = useApi();
  const view = useAddressTable('sent');
  const { page, pageSize } = view.state;
  const query = useQuery({
    queryKey: notificationKeys.notifications.of('sent', page, pageSize),
    queryFn: ({ signal }) => api.call(routes.listSent, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
    staleTime: 0,
  });
  const { data } = query;
  if (!data && query.isError) {
    return <LoadFailure title="What was sent could not be loaded" query={query} />;
  }
  return (
    <>
      <StaleList error={query.error} />
      <div className={classes.card}>
        <DataTable
          caption="Sent notices"
          columns={columns}
          rows={data?.notices}
          rowKey={({ id }) => id}
          view={view}
          served={{
            page,
            pageSize,
            total: data?.total ?? 0,
            onChange: (nextPage, nextSize) => view.change({ page: nextPage, pageSize: nextSize }),
          }}
          empty={
            <EmptyList title="Nothing has been sent yet">
              When a policy is exceeded or an all clear is given, everyone who was notified is listed here, by
              channel.
            </EmptyList>
          }
          details={{
            label: ({ subject }, open) => `${open ? 'Hide' : 'Show'} recipients: ${subject}`,
            of: (notice) => (
              <>
                <p className={noticeClasses.text}>{restOfMessage(notice)}</p>
                <Recipients id={notice.id} />
              </>
            ),
          }}
        />
      </div>
    </>
  );
}

/** '14 people · 2 not sent out · 11 accepted · 1 failed'; counts of zero are left out. */
export function countText({ people, muted, accepted, failed, waiting }: SentNotice['counts']): string {
  return [
    `${people} ${people === 1 ? 'person' : 'people'}`,
    accepted > 0 ? `${accepted} accepted` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    failed > 0 ? `${failed} failed` : '',
    muted > 0 ? `${muted} not sent out` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function Recipients({ id }: { id: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: notificationKeys.notifications.of('sent-notice', id),
    queryFn: ({ signal }) => api.call(routes.getSentNotice, { params: { id }, signal }),
    staleTime: 0,
  });
  if (!data) {
    return error ? (
      <p className={noticeClasses.muted} role="alert">
        {messageOf(error)}
      </p>
    ) : (
      <Skeleton height={60} radius={8} role="status" aria-label="Loading the recipients" />
    );
  }
  if (data.recipients.length === 0) return <p className={noticeClasses.text}>Nobody was to be notified.</p>;
  return (
    <ul className={classes.recipients}>
      {data.recipients.map((recipient, i) => (
        <li key={recipient.userId ?? i}>
          <strong>{recipient.name}</strong>
          {recipient.muted && (
            <span className={noticeClasses.muted}> {mutedText(recipient.muted, 'theirs')}</span>
          )}
          <DeliveryList deliveries={recipient.deliveries} />
        </li>
      ))}
    </ul>
  );
}
