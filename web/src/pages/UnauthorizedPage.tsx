import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { removeLastAnswers } from '../session/last-answers.ts';
import { FullPage } from '../ui/FullPage.tsx';

/** The page for anonymous and unauthorized users (spec 2 section 2). */
export function UnauthorizedPage() {
  const auth = useAuth();
  useEffect(() => removeLastAnswers(localStorage), []);
  return (
    <FullPage
      isPublic={!auth.isAuthenticated}
      title="You do not have access"
      text="Your account may not use this page. If access was granted to you recently, you may need to sign out and back in."
    >
      <Button component="a" href="/">
        To the dashboard
      </Button>
      <Button variant="default" onClick={() => void auth.signoutRedirect()}>
        Sign Out
      </Button>
    </FullPage>
  );
}
