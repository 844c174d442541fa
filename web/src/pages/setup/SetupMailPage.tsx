import { Button, Skeleton } from '@mantine/core';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { useChannels } from '../../features/notifications/use-channels.ts';
import { MailTest } from '../../features/setup/MailTest.tsx';
import { setupLocationPath } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import type { PageProps } from '../page-manifest.ts';
import classes from './SetupFrame.module.css';
import { SetupFrame } from './SetupFrame.tsx';

/** The first step after the first sign-in. */
export default function SetupMailPage({ status, user }: PageProps) {
  const navigate = useNavigate();
  const channels = useChannels();
  const next = () => void navigate(setupLocationPath);
  return (
    <SetupFrame status={status} step="mail">
      {channels.data && user && (
        <MailTest
          email={user.email ?? 'your address'}
          isConfigured={channels.data.some(({ channel, configured }) => channel === 'email' && configured)}
          onNext={next}
        />
      )}
      {!channels.data && channels.error && (
        <>
          <h1>Test the mail</h1>
          <p role="alert">The mail settings could not be loaded. {messageOf(channels.error)}</p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={next}>
              Skip
            </Button>
            <Button loading={channels.isFetching} onClick={() => void channels.refetch()}>
              Try again
            </Button>
          </div>
        </>
      )}
      {!channels.data && !channels.error && (
        <Delayed>
          <Skeleton height={180} radius={8} role="status" aria-label="Loading" />
        </Delayed>
      )}
    </SetupFrame>
  );
}
