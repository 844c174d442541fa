import type { CurrentUser } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { messageOf } from '../../api/failure.ts';
import noticeClasses from '../../features/notifications/Notices.module.css';
import { PositionSection } from '../../features/notifications/position/PositionSection.tsx';
import { DeviceSection } from '../../features/notifications/settings/DeviceSection.tsx';
import classes from '../../features/notifications/settings/Settings.module.css';
import { SettingsForm } from '../../features/notifications/settings/SettingsForm.tsx';
import { useSettings } from '../../features/notifications/settings/use-settings.ts';
import { Delayed } from '../../ui/Delayed.tsx';

/**
 * /NotificationSettings: by which channels, of what and when the user is notified.
 */
export default function NotificationSettingsPage({ user }: { user: CurrentUser | undefined }) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useSettings();
  const mayUseGeofence = user?.permissions.includes('geofence.alerts.access') ?? false;
  return (
    <div className={noticeClasses.page}>
      <header>
        <h1>My Notification Settings</h1>
        <p>How, of what and when Allclear notifies you</p>
      </header>
      <div className={classes.page}>
        {/* The form starts from the current settings, not from those of the last visit. */}
        {data && isFetchedAfterMount ? (
          <SettingsForm answer={data} mayUseGeofence={mayUseGeofence} />
        ) : error && !isFetching ? (
          <div className={noticeClasses.empty} role="alert">
            <h2>Your settings could not be loaded</h2>
            <p>{messageOf(error)}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <Delayed>
            <Skeleton height={320} radius={12} role="status" aria-label="Loading settings" />
          </Delayed>
        )}
        {mayUseGeofence && data?.geofenceAlertsEnabled && !user?.impersonation && <PositionSection />}
        {user && <DeviceSection userId={user.id} />}
      </div>
    </div>
  );
}
