import type { CurrentUser } from '@allclear/contract';
import { Tabs } from '@mantine/core';
import { useNow } from '../../clock/use-now.ts';
import { NotificationList } from '../../features/notifications/history/NotificationList.tsx';
import { SentNotices } from '../../features/notifications/history/SentNotices.tsx';
import classes from '../../features/notifications/Notices.module.css';

/** /Notifications: what was sent to the user, and for admins what the organization sent. */
export default function NotificationsPage({ user }: { user: CurrentUser | undefined }) {
  const nowMs = useNow(10_000);
  const seesAll = user?.permissions.includes('deliveries:read-all') ?? false;
  return (
    <div className={classes.page}>
      <header>
        <h1>My Notifications</h1>
        <p>All notifications sent to your account in the past 7 days</p>
      </header>
      {seesAll ? (
        <Tabs defaultValue="own" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="own">My Notifications</Tabs.Tab>
            <Tabs.Tab value="sent">Sent by the organization</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="own">
            <NotificationList nowMs={nowMs} />
          </Tabs.Panel>
          <Tabs.Panel value="sent">
            <SentNotices />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <NotificationList nowMs={nowMs} />
      )}
    </div>
  );
}
