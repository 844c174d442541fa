import { Button, Skeleton } from '@mantine/core';
import { messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { Factors } from './Factors.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import classes from './Profile.module.css';
import { Sessions } from './Sessions.tsx';

/** Password, second steps and sessions of the own account. */
export function SignIn({ userId }: { userId: string }) {
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
        <PasswordChange userId={userId} />
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
