import type { Notification } from '@allclear/contract';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { shortDateTime, timeAgo } from '../../../clock/time-text.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import { Attempts, DeliveryStates } from '../DeliveryList.tsx';
import { LoadFailure, StaleList } from '../ListStates.tsx';
import { NoticeIcon, NoticeWord } from '../NoticeMark.tsx';
import classes from '../Notices.module.css';
import { eventName, groupByCorrelation, mutedText, restOfMessage } from '../notice-text.ts';
import { useNotifications } from './use-notifications.ts';

/** Notices of a group that are shown before it is expanded (spec 2 section 2). */
const shownOfGroup = 3;
/** The number requested at first (spec 2 section 9), and after each 'Show older'. */
const maxCount = 500;
const counts = [20, 100, maxCount];

/** All notices to the signed-in user in the past 7 days, grouped by warning. */
export function NotificationList({ nowMs }: { nowMs: number | null }) {
  const [step, setStep] = useState(0);
  const query = useNotifications(counts[step] ?? maxCount);
  const { data, isFetching, isPlaceholderData } = query;
  if (!data) {
    if (!query.isError) return <Loading />;
    return <LoadFailure title="Your notifications could not be loaded" query={query} />;
  }
  const { notifications, total } = data;
  return (
    <>
      <StaleList error={query.error} />
      {notifications.length === 0 && (
        <div className={classes.empty}>
          <IconBell size={40} stroke={1.4} aria-hidden="true" />
          <h2>No notifications in the past 7 days</h2>
          <p>
            Warnings and all clears of your locations appear here, also those that were not sent out to you.
          </p>
        </div>
      )}
      <div className={classes.stack}>
        {groupByCorrelation(notifications).map((group) => (
          <Group key={group[0]?.correlationId} notices={group} nowMs={nowMs} />
        ))}
        {notifications.length < total && step < counts.length - 1 && (
          <Button
            variant="default"
            loading={isPlaceholderData && isFetching}
            onClick={() => setStep(step + 1)}
          >
            Show older ({total - notifications.length} more)
          </Button>
        )}
      </div>
    </>
  );
}

function Group({ notices, nowMs }: { notices: readonly Notification[]; nowMs: number | null }) {
  const [expanded, setExpanded] = useState(false);
  const shown = expanded ? notices : notices.slice(0, shownOfGroup);
  const more = notices.length - shownOfGroup;
  return (
    <section className={classes.group} aria-label={notices[0]?.subject}>
      {shown.map((notice, i) => (
        <Notice key={notice.id} notice={notice} newest={i === 0} nowMs={nowMs} />
      ))}
      {more > 0 && (
        <UnstyledButton
          className={classes.expand}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show fewer' : `Show ${more} more`}
        </UnstyledButton>
      )}
    </section>
  );
}

/** A notice. The newest of a group is shown in full; the others show their text and attempts on demand. */
function Notice({ notice, newest, nowMs }: { notice: Notification; newest: boolean; nowMs: number | null }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const muted = mutedText(notice.muted, 'own');
  return (
    <article className={classes.notice}>
      <NoticeIcon kind={notice.kind} eventType={notice.eventType} />
      <div className={classes.content}>
        <p className={classes.heading}>
          <NoticeWord kind={notice.kind} />
          <span className={classes.when}>
            {eventName(notice.eventType)}
            {notice.locationName && ` · ${notice.locationName}`} ·{' '}
            <time dateTime={notice.sentUtc}>{shortDateTime(notice.sentUtc, notice.timeZone)}</time> ·{' '}
            {timeAgo(notice.sentUtc, nowMs)}
          </span>
        </p>
        <h2 className={classes.subject}>{notice.subject}</h2>
        {(newest || open) && <p className={classes.text}>{restOfMessage(notice)}</p>}
        {muted && <p className={classes.muted}>{muted}</p>}
        <div className={classes.foot}>
          <DeliveryStates deliveries={notice.deliveries} />
          <UnstyledButton
            className={classes.more}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`${open ? 'Hide details' : 'Details'}: ${notice.subject}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide details' : 'Details'}
          </UnstyledButton>
        </div>
        {open && (
          <div id={id} className={classes.deliveries}>
            <Attempts deliveries={notice.deliveries} />
            {notice.deliveries.length === 0 && <p>Kept here only: it was handed to no channel.</p>}
          </div>
        )}
      </div>
    </article>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={classes.stack} role="status" aria-busy="true" aria-label="Loading notifications">
        <Skeleton height={180} radius={12} />
        <Skeleton height={110} radius={12} />
        <Skeleton height={110} radius={12} />
      </div>
    </Delayed>
  );
}
