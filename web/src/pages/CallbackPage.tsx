import { useAuth } from 'react-oidc-context';
import { Navigate } from 'react-router';
import { unauthorizedPath } from '../session/paths.ts';
import { SigningIn } from '../session/SessionGate.tsx';
import { SignInProblem } from '../session/SignInProblem.tsx';

/**
 * The way back from the identity provider. `SessionProvider` completes the sign-in and leads on; here is what
 * shows meanwhile.
 */
export function CallbackPage() {
  const auth = useAuth();
  if (auth.error)
    return <SignInProblem detail={auth.error.message} onRetry={() => void auth.signinRedirect()} />;
  if (auth.isLoading || auth.isAuthenticated) return <SigningIn />;
  return <Navigate to={unauthorizedPath} replace />;
}
