import { Button } from '@mantine/core';
import { FullPage } from '../ui/FullPage.tsx';

/** The sign-in failed: its known cause, and a button to try again. */
export function SignInProblem({ detail, onRetry }: { detail?: string | undefined; onRetry: () => void }) {
  return (
    <FullPage
      isPublic
      title="Sign-in did not work"
      text="We could not sign you in. Nothing is lost; please try again."
      detail={detail}
    >
      <Button onClick={onRetry}>Sign in again</Button>
    </FullPage>
  );
}
