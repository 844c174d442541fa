import type { CurrentUser, Notification } from '@allclear/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { useNow } from '../../clock/use-now.ts';
import { useNotifications } from './history/use-notifications.ts';
import { NoticeIcon, NoticeWord } from './NoticeMark.tsx';
import classes from './NotificationBell.module.css';
import { isNew, readSeen, writeSeen } from './seen-notices.ts';

/** Notices in the menu (spec 2 section 2). */
const shown = 3;

/**
 * The bell of the top bar: the last three notices, a dot for new ones, and red when the user declines
 * notifications.
 */
export function NotificationBell({ user }: { user: CurrentUser | undefined }) {
  if (!user) return null;
  return (
    <div className={classes.bell}>
      {user.declinesNotifications && (
        <Link to="/NotificationSettings" className={classes.disabled}>
          Notifications Disabled
        </Link>
      )}
      <Bell key={user.id} userId={user.id} declined={user.declinesNotifications} />
    </div>
  );
}

function Bell({ userId, declined }: { userId: string; declined: boolean }) {
  const latest = useNotifications(shown);
  const [seenUtc, setSeenUtc] = useState(() => readSeen(window.localStorage, userId));
  const newest = latest.data?.notifications[0]?.sentUtc ?? null;
  const fresh = isNew(newest, seenUtc);
  const see = () => {
    if (newest === null || !fresh) return;
    writeSeen(window.localStorage, userId, newest);
    setSeenUtc(newest);
  };
  return (
    <Menu position="bottom-end" width={340} shadow="md" withinPortal onOpen={see} onClose={see}>
      <Menu.Target>
        <ActionIcon
          className={classes.button}
          data-declined={declined || undefined}
          aria-label={bellText(fresh, declined)}
        >
          {declined ? <IconBellOff size={22} /> : <IconBell size={22} />}
          {fresh && <span className={classes.dot} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Latest notifications={latest.data?.notifications} error={latest.error} />
        <Menu.Divider />
        <Menu.Item component={Link} to="/Notifications" className={classes.all}>
          View All
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function bellText(fresh: boolean, declined: boolean): string {
  return ['Notifications', fresh ? 'new ones' : '', declined ? 'disabled' : '']
    .filter((part) => part !== '')
    .join(', ');
}

function Latest({
  notifications,
  error,
}: {
  notifications: readonly Notification[] | undefined;
  error: unknown;
}) {
  const nowMs = useNow(10_000);
  if (!notifications) return <p className={classes.note}>{error ? messageOf(error) : 'Loading…'}</p>;
  return (
    <>
      {error !== null && <p className={classes.note}>Not current: {messageOf(error)}</p>}
      {notifications.length === 0 && <p className={classes.note}>No notifications in the past 7 days</p>}
      {notifications.slice(0, shown).map((notice) => (
        <Menu.Item
          key={notice.id}
          component={Link}
          to="/Notifications"
          leftSection={<NoticeIcon kind={notice.kind} eventType={notice.eventType} />}
        >
          <span className={classes.line}>
            <NoticeWord kind={notice.kind} />
            <span>{notice.subject}</span>
            <small>{timeAgo(notice.sentUtc, nowMs)}</small>
          </span>
        </Menu.Item>
      ))}
    </>
  );
}
