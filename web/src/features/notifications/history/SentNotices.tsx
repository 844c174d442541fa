import type { DataOf, listSent } from '@allclear/contract';
import { Button, NativeSelect, Pagination, Skeleton, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { pollEveryMs } from '../../../api/polling.ts';
import { getSentNotice, listSent as listSentRoute } from '../../../api/routes.ts';
import { clock } from '../../../clock/clock.ts';
import { shortDateTime } from '../../../clock/words.ts';
import { useApi } from '../../../services.ts';
import { Late } from '../../../ui/Late.tsx';
import { DeliveryList } from '../DeliveryList.tsx';
import { NoticeIcon, NoticeWord } from '../NoticeMark.tsx';
import noticeClasses from '../Notices.module.css';
import { eventName, mutedWords, restOfMessage } from '../notice-words.ts';
import classes from './SentNotices.module.css';

type SentNotice = DataOf<typeof listSent>['notices'][number];
const pageSizes = ['25', '50', '100'];

/** Everything that the organisation was told: a page at a time, each notice with its counts, its people and their deliveries on demand. */
export function SentNotices() {
  const api = useApi();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(25);
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['notifications', 'sent', page, pageSize],
    queryFn: ({ signal }) => api.call(listSentRoute, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
    staleTime: 0,
  });
  if (!data) {
    if (!isError) {
      return (
        <Late>
          <Skeleton height={240} radius={12} role="status" aria-label="Loading what was sent" />
        </Late>
      );
    }
    return (
      <div className={noticeClasses.empty} role="alert">
        <h2>What was sent could not be loaded</h2>
        <p>{messageOf(error)}</p>
        <Button onClick={() => void refetch()} loading={isFetching}>
          Try again
        </Button>
      </div>
    );
  }
  const pages = Math.max(1, Math.ceil(data.total / pageSize));
  return (
    <>
      {isError && (
        <p className={noticeClasses.stale} role="status">
          This list is not current: {messageOf(error)} We keep trying.
        </p>
      )}
      {data.notices.length === 0 ? (
        <div className={noticeClasses.empty}>
          <h2>Nothing has been sent yet</h2>
          <p>When a policy is broken or an all clear is given, everybody who was told is listed here, by channel.</p>
        </div>
      ) : (
        <div className={noticeClasses.group}>
          {data.notices.map((notice) => (
            <Sent key={notice.id} notice={notice} />
          ))}
        </div>
      )}
      <nav className={classes.pages} aria-label="Pages of what was sent">
        <span>
          {data.total} {data.total === 1 ? 'notice' : 'notices'}
        </span>
        <NativeSelect
          aria-label="Notices on a page"
          size="md"
          data={pageSizes.map((value) => ({ value, label: `${value} a page` }))}
          value={String(pageSize)}
          onChange={(event) => {
            setPageSize(Number(event.currentTarget.value));
            setPage(1);
          }}
        />
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={setPage}
            size="lg"
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        )}
      </nav>
    </>
  );
}

/** '14 people · 2 not sent out · 11 accepted · 1 failed'; counts of nothing are left out. */
export function countWords({ people, muted, accepted, failed, waiting }: SentNotice['counts']): string {
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

function Sent({ notice }: { notice: SentNotice }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <article className={noticeClasses.notice}>
      <NoticeIcon kind={notice.kind} eventType={notice.eventType} />
      <div className={noticeClasses.content}>
        <p className={noticeClasses.heading}>
          <NoticeWord kind={notice.kind} />
          <span className={noticeClasses.when}>
            {eventName(notice.eventType)}
            {notice.locationName && ` · ${notice.locationName}`} · {shortDateTime(notice.sentUtc, notice.timeZone)}
          </span>
        </p>
        <h2 className={noticeClasses.subject}>{notice.subject}</h2>
        <div className={noticeClasses.foot}>
          <span className={classes.counts} data-failed={notice.counts.failed > 0 || undefined}>
            {countWords(notice.counts)}
          </span>
          <UnstyledButton
            className={noticeClasses.more}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`${open ? 'Hide' : 'Show'} who was told: ${notice.subject}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide who was told' : 'Show who was told'}
          </UnstyledButton>
        </div>
        {open && (
          <div id={id}>
            <p className={noticeClasses.text}>{restOfMessage(notice)}</p>
            <Recipients id={notice.id} />
          </div>
        )}
      </div>
    </article>
  );
}

function Recipients({ id }: { id: string }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['notifications', 'sent-notice', id],
    queryFn: ({ signal }) => api.call(getSentNotice, { params: { id }, signal }),
    staleTime: 0,
  });
  if (!data) {
    return error ? (
      <p className={noticeClasses.muted} role="alert">
        {messageOf(error)}
      </p>
    ) : (
      <Skeleton height={60} radius={8} role="status" aria-label="Loading who was told" />
    );
  }
  if (data.recipients.length === 0) return <p className={noticeClasses.text}>Nobody was to be told.</p>;
  return (
    <ul className={classes.recipients}>
      {data.recipients.map((recipient, i) => (
        <li key={recipient.userId ?? i}>
          <strong>{recipient.name}</strong>
          {recipient.muted && <span className={noticeClasses.muted}> {mutedWords(recipient.muted, 'theirs')}</span>}
          <DeliveryList deliveries={recipient.deliveries} />
        </li>
      ))}
    </ul>
  );
}
