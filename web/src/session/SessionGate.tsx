import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useAuth } from 'react-oidc-context';
import { useLocation } from 'react-router';
import { useServices } from '../services.ts';
import { FullPage } from '../ui/FullPage.tsx';
import { removeLastAnswers } from './last-answers.ts';
import { rememberPath } from './remembered-path.ts';
import { SignInProblem } from './SignInProblem.tsx';

const signInLimitMs = 120_000;

/**
 * Shows its children to signed-in users and sends everyone else to sign in. After a page reload there is no
 * token (it is in memory only): the identity provider restores the user through its own session without
 * asking.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { session } = useServices();
  const impersonation = useSyncExternalStore(session.subscribe, session.impersonation);
  if (impersonation)
    return <ImpersonationGate returnTo={impersonation.returnTo}>{children}</ImpersonationGate>;
  return <OwnSessionGate>{children}</OwnSessionGate>;
}

/** Shows its children while the operator may act as the person; then the operator's own page is loaded. */
function ImpersonationGate({ returnTo, children }: { returnTo: string; children: ReactNode }) {
  const { session } = useServices();
  const hasEnded = useSyncExternalStore(session.subscribe, session.need) !== 'none';
  useEffect(() => {
    if (!hasEnded) return;
    removeLastAnswers(localStorage);
    window.location.replace(returnTo);
  }, [hasEnded, returnTo]);
  return hasEnded ? <FullPage busy title="The impersonation has ended" /> : children;
}

function OwnSessionGate({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { session } = useServices();
  const location = useLocation();
  const need = useSyncExternalStore(session.subscribe, session.need);
  const signedIn = auth.isAuthenticated && need === 'none';
  // A renewal that failed in the background is no problem by itself: the next refusal leads to a new sign-in.
  const failed =
    auth.error !== undefined && auth.error.source !== 'renewSilent' && auth.error.source !== 'signinSilent';
  const problem = need === 'refused' || (!signedIn && failed);
  const start = !signedIn && !problem && !auth.isLoading && !auth.activeNavigator;

  useEffect(() => {
    if (!start) return;
    rememberPath(sessionStorage, location);
    void auth.signinRedirect();
  }, [start, auth, location]);

  // Who is no longer admitted leaves no answers on the device.
  useEffect(() => {
    if (need !== 'none') removeLastAnswers(localStorage);
  }, [need]);

  if (signedIn) return children;
  if (problem) {
    const retry = () => {
      rememberPath(sessionStorage, location);
      void auth.signinRedirect(need === 'refused' ? { prompt: 'login' } : {});
    };
    return (
      <SignInProblem
        detail={need === 'refused' ? 'The server did not accept the sign-in.' : auth.error?.message}
        onRetry={retry}
      />
    );
  }
  return <SigningIn />;
}

/** Waits for the sign-in, two minutes at most, then starts over at the root. */
export function SigningIn() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const show = setTimeout(() => setShown(true), 150);
    const giveUp = setTimeout(() => window.location.replace('/'), signInLimitMs);
    return () => {
      clearTimeout(show);
      clearTimeout(giveUp);
    };
  }, []);
  return <FullPage busy title={shown ? 'Signing you in…' : ''} />;
}
