import type { CurrentUser } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { Factors } from '../../features/profile/Factors.tsx';
import { OwnData } from '../../features/profile/OwnData.tsx';
import { PasswordChange } from '../../features/profile/PasswordChange.tsx';
import classes from '../../features/profile/Profile.module.css';
import { Sessions } from '../../features/profile/Sessions.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import page from '../page.module.css';

/** /Profile: who the user is, how the user signs in, and where the user is signed in. */
export default function ProfilePage({ user }: { user: CurrentUser | undefined }) {
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>My Profile</h1>
          <p>Who you are here, and how you sign in</p>
        </div>
      </header>
      {user && (
        <OwnData user={user}>
          <Button
            component={Link}
            to="/NotificationSettings"
            variant="default"
            leftSection={<IconBell size={18} aria-hidden="true" />}
          >
            Notification settings
          </Button>
        </OwnData>
      )}
      {user && <SignIn user={user} />}
    </div>
  );
}

function SignIn({ user }: { user: CurrentUser }) {
  const { data, error, refetch, isFetching } = useRouteQuery(routes.getFactors, peopleKeys.factors.all, {
    refetchOnMount: 'always',
  });
  if (data?.managedBy === 'issuer')
    return (
      <section className={classes.card} aria-labelledby="sign-in">
        <h2 id="sign-in">Sign-in</h2>
        <p className={classes.hint}>
          Your organization’s identity provider signs you in. Change your password, second steps and sessions
          there.
        </p>
      </section>
    );
  if (data)
    return (
      <>
        <PasswordChange userId={user.id} />
        <Factors factors={data} />
        <Sessions />
      </>
    );
  if (error && !isFetching)
    return (
      <section className={classes.card} role="alert">
        <h2>How you sign in could not be loaded</h2>
        <p className={classes.hint}>{messageOf(error)}</p>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    );
  return (
    <Delayed>
      <Skeleton height={280} radius={12} role="status" aria-label="Loading how you sign in" />
    </Delayed>
  );
}
