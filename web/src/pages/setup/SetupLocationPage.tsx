import { useNavigate } from 'react-router';
import FirstPlace from '../../features/locations/organization/FirstPlace.tsx';
import type { PageProps } from '../page-manifest.ts';
import classes from './SetupFrame.module.css';
import { SetupFrame } from './SetupFrame.tsx';

/** The last step of the first run; it ends on the dashboard. */
export default function SetupLocationPage({ status }: PageProps) {
  const navigate = useNavigate();
  return (
    <SetupFrame status={status} step="location">
      <h1>Your first location</h1>
      <p className={classes.lead}>
        A place where people are outdoors. It becomes a location of your organization, and you watch it.
      </p>
      <FirstPlace
        onSaved={(id) => void navigate(`/?location=${id}`, { replace: true })}
        onSkip={() => void navigate('/', { replace: true })}
      />
    </SetupFrame>
  );
}
