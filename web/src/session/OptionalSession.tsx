import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useAuth } from 'react-oidc-context';
import { useLocation } from 'react-router';
import { useServices } from '../services.ts';
import { rememberPath } from './remembered-path.ts';
import { SessionGate, SigningIn } from './SessionGate.tsx';

/** What the address of a page carries after the identity provider said that nobody is signed in. */
export const nobodyState = { nobody: true } as const;

interface OptionalSessionProps {
  children: ReactNode;
  /** The page for somebody who is not signed in, with the way to the sign-in; null for a page behind the sign-in. */
  nobody: ((onSignIn: () => void) => ReactNode) | null;
}

/**
 * Pages, of which some are also for people who are not signed in. After a page load only the identity provider knows whether
 * there is a session: it is asked once, without a prompt, and its refusal leads back here with `nobodyState`.
 */
export function OptionalSession({ children, nobody }: OptionalSessionProps) {
  const auth = useAuth();
  const { session } = useServices();
  const location = useLocation();
  const impersonation = useSyncExternalStore(session.subscribe, session.impersonation);
  const isSignedIn = auth.isAuthenticated || impersonation !== null;
  const isNobody = !isSignedIn && (isNobodyState(location.state) || auth.error?.source === 'signinRedirect');
  const asks = nobody !== null && !isSignedIn && !isNobody && !auth.isLoading && !auth.activeNavigator;
  useEffect(() => {
    if (!asks) return;
    rememberPath(sessionStorage, location);
    void auth.signinRedirect({ prompt: 'none' });
  }, [asks, auth, location]);
  if (isSignedIn || nobody === null) return <SessionGate>{children}</SessionGate>;
  if (!isNobody) return <SigningIn />;
  return nobody(() => {
    rememberPath(sessionStorage, location);
    void auth.signinRedirect();
  });
}

function isNobodyState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'nobody' in state && state.nobody === true;
}

/** Whether the identity provider answered that it would have to ask somebody to sign in (OpenID Connect, section 3.1.2.6). */
export function isSignInRequired(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'error' in error &&
    ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'].includes(
      String(error.error),
    )
  );
}
