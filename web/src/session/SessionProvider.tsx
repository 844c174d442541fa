import type { Status } from '@allclear/contract';
import { type ReactNode, useCallback } from 'react';
import { AuthProvider } from 'react-oidc-context';
import { useLocation, useNavigate } from 'react-router';
import { useServices } from '../services.ts';
import { unauthorizedPath } from './paths.ts';
import { takeRememberedPath } from './remembered-path.ts';

/** Signs in with the identity provider of `GET /api/status`, and returns to the remembered path. */
export function SessionProvider({
  identity,
  children,
}: {
  identity: Status['identity'];
  children: ReactNode;
}) {
  const { session } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onSigninCallback = useCallback(
    (user: { profile?: unknown } | undefined) => {
      session.settled();
      void navigate(user?.profile ? takeRememberedPath(sessionStorage) : unauthorizedPath, { replace: true });
    },
    [navigate, session],
  );
  return (
    <AuthProvider
      userManager={session.managerFor(identity)}
      onSigninCallback={onSigninCallback}
      skipSigninCallback={!/^\/callback\/?$/i.test(pathname)}
    >
      {children}
    </AuthProvider>
  );
}
