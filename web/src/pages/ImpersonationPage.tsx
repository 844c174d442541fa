import type { Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useServices } from '../services.ts';
import { ExchangeFailed, exchangeCode, takeImpersonation } from '../session/impersonation.ts';
import { FullPage } from '../ui/FullPage.tsx';

/** Exchanges the code of an operator for a token of the person, and opens the app as that person (spec 2 section 2). */
export default function ImpersonationPage({ identity }: { identity: Status['identity'] }) {
  const { session } = useServices();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    // A code works once, and an effect may run twice.
    if (isStarted.current) return;
    isStarted.current = true;
    const { origin, search } = window.location;
    const code = new URLSearchParams(search).get('code') ?? '';
    const { verifier, returnTo } = takeImpersonation(sessionStorage, { origin, referrer: document.referrer });
    const form = {
      ...{ clientId: 'allclear-impersonation', code, verifier },
      redirectUri: `${origin}/impersonation`,
    };
    exchangeCode(identity.issuer, form)
      .then((token) => {
        session.impersonate({ token, returnTo });
        void navigate('/', { replace: true });
      })
      .catch((error: unknown) =>
        setProblem(error instanceof ExchangeFailed ? error.message : 'Token exchange failed'),
      );
  }, [identity, session, navigate]);
  if (problem === null) return <FullPage busy title="Opening the app as another person…" />;
  return (
    <FullPage
      title="The impersonation did not start"
      text="A code works once and for one minute. Start again from the operator’s page."
      detail={problem}
    >
      <Button component="a" href="/operator">
        To the operator’s page
      </Button>
    </FullPage>
  );
}
