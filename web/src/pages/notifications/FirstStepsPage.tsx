import { useLocations } from '../../features/locations/use-locations.ts';
import { AlarmSettings } from '../../features/notifications/first-steps/AlarmSettings.tsx';
import { FirstSteps } from '../../features/notifications/first-steps/FirstSteps.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** The first steps on a phone, or on any other device. */
export default function FirstStepsPage({ user }: PageProps) {
  const locations = useLocations();
  const places = locations.data?.length ?? (locations.isError ? 'failed' : undefined);
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Set up this device</h1>
          <p>So that a warning reaches you, and the answer for your places is one press away.</p>
        </div>
      </header>
      {user && <FirstSteps userId={user.id} places={places} />}
      <AlarmSettings />
    </>
  );
}
