import { useAuth } from 'react-oidc-context';
import { matchPath, Navigate } from 'react-router';
import { isSignInRequired, nobodyState } from '../session/OptionalSession.tsx';
import { stationPath, unauthorizedPath } from '../session/paths.ts';
import { readRememberedPath } from '../session/remembered-path.ts';
import { SigningIn } from '../session/SessionGate.tsx';
import { SignInProblem } from '../session/SignInProblem.tsx';

/**
 * The return address of the identity provider. `SessionProvider` completes the sign-in and navigates on; this
 * is shown meanwhile.
 */
export function CallbackPage() {
  const auth = useAuth();
  const { path, isForEverybody } = rememberedPage();
  if (auth.error && isForEverybody && isSignInRequired(auth.error.innerError ?? auth.error))
    return <Navigate to={path} state={nobodyState} replace />;
  if (auth.error)
    return <SignInProblem detail={auth.error.message} onRetry={() => void auth.signinRedirect()} />;
  if (auth.isLoading || auth.isAuthenticated) return <SigningIn />;
  return <Navigate to={unauthorizedPath} replace />;
}

/** The page that the sign-in returns to, and whether it is also for people who are not signed in. */
function rememberedPage(): { path: string; isForEverybody: boolean } {
  const path = readRememberedPath(sessionStorage);
  const [pathname = ''] = path.split(/[?#]/);
  return { path, isForEverybody: matchPath({ path: stationPath, caseSensitive: false }, pathname) !== null };
}
