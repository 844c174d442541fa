import { Button, Skeleton } from '@mantine/core';
import { Navigate } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { OperatorData } from '../../features/operator/OperatorData.tsx';
import { isRefused, useOperatorProfile } from '../../features/operator/use-operator-profile.ts';
import classes from '../../features/profile/Profile.module.css';
import { SignIn } from '../../features/profile/SignIn.tsx';
import { unauthorizedPath } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import page from '../page.module.css';

/** An operator's own account: the name, and how the operator signs in. */
export default function OperatorProfilePage() {
  const { data, error, isFetching, refetch } = useOperatorProfile();
  if (isRefused(error)) return <Navigate to={unauthorizedPath} replace />;
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>My Profile</h1>
          <p>Who you are to the organizations, and how you sign in</p>
        </div>
      </header>
      {data && <OperatorData profile={data} />}
      {data && <SignIn userId={data.id} />}
      {!data && error && !isFetching && (
        <section className={classes.card} role="alert">
          <h2>Your data could not be loaded</h2>
          <p className={classes.hint}>{messageOf(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </section>
      )}
      {!data && (!error || isFetching) && (
        <Delayed>
          <Skeleton height={200} radius={12} role="status" aria-label="Loading your data" />
        </Delayed>
      )}
    </div>
  );
}
