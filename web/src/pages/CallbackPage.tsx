import { useAuth } from 'react-oidc-context';
import { Navigate } from 'react-router';
import { unauthorizedPath } from '../session/paths.ts';
import { SigningIn } from '../session/SessionGate.tsx';
import { SignInProblem } from '../session/SignInProblem.tsx';

/**
 * The return address of the identity provider. `SessionProvider` completes the sign-in and navigates on; this
 * is shown meanwhile.
 */
export function CallbackPage() {
  const auth = useAuth();
  if (auth.error)
    return <SignInProblem detail={auth.error.message} onRetry={() => void auth.signinRedirect()} />;
  if (auth.isLoading || auth.isAuthenticated) return <SigningIn />;
  return <Navigate to={unauthorizedPath} replace />;
}
