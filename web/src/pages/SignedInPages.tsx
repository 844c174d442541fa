import type { CurrentUser, Status } from '@allclear/contract';
import { lazy } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useAuth } from 'react-oidc-context';
import { Navigate, Route, Routes } from 'react-router';
import { ApiFailure } from '../api/failure.ts';
import { NotificationBell } from '../features/notifications/NotificationBell.tsx';
import { useHasMailbox } from '../features/notifications/use-channels.ts';
import { useRegisteredDevice } from '../features/notifications/use-registered-device.ts';
import { Shell, type ShellLink } from '../features/shell/Shell.tsx';
import { useCurrentUser, useOrganization } from '../features/shell/use-account.ts';
import { useChangeStream } from '../features/shell/use-change-stream.ts';
import { unauthorizedPath } from '../session/paths.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { useDemonstration } from './demonstration/use-demonstration.tsx';
import { pageRoutes } from './manifests.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PermittedPage } from './PermittedPage.tsx';
import page from './page.module.css';
import type { PageLink } from './page-manifest.ts';

const pages = pageRoutes.map((route) => ({ route, Page: lazy(route.load) }));

/** Every page behind the sign-in, in the shell. */
export function SignedInPages({ status }: { status: Status }) {
  const auth = useAuth();
  const user = useCurrentUser();
  const organization = useOrganization();
  const hasMailbox = useHasMailbox();
  const demonstration = useDemonstration(status, user.data);
  useChangeStream();
  useRegisteredDevice(user.data?.id);
  if (user.error instanceof ApiFailure && user.error.status === 403)
    return <Navigate to={unauthorizedPath} replace />;
  return (
    <Shell
      status={status}
      user={user.data}
      organizationName={organization.data?.name}
      bell={<NotificationBell user={user.data} />}
      mainLinks={linksOf('main', user.data, hasMailbox)}
      userLinks={linksOf('user-menu', user.data, hasMailbox)}
      onSignOut={() => void auth.signoutRedirect()}
      demonstration={demonstration}
    >
      <ErrorBoundary fallback={<PageCrash />}>
        <Routes>
          {pages.map(({ route, Page }) => (
            <Route
              key={route.path}
              path={route.path}
              element={
                <PermittedPage user={user} permission={route.permission}>
                  {route.title !== null && <Titled title={route.title} weather={status.weather} />}
                  <Page
                    status={status}
                    user={user.data}
                    permissions={user.data?.permissions ?? []}
                    organization={organization.data}
                  />
                </PermittedPage>
              }
            />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </ErrorBoundary>
    </Shell>
  );
}

/** The links of a place to the pages that the user may open. */
export function linksOf(
  place: PageLink['place'],
  user: CurrentUser | undefined,
  hasMailbox: boolean,
): ShellLink[] {
  return pageRoutes.flatMap(({ path, permission, navigation }) =>
    navigation?.place === place &&
    (permission === 'signed-in' || user?.permissions.includes(permission)) &&
    (!navigation.onlyWithMailbox || hasMailbox)
      ? [{ to: path, label: navigation.label, Icon: navigation.Icon }]
      : [],
  );
}

function Titled({ title, weather }: { title: string; weather: string }) {
  usePageTitle(title, weather);
  return null;
}

function PageCrash() {
  return (
    <div className={page.alone} role="alert">
      <h1>This page does not work right now</h1>
      <p>Do not rely on what it showed before. Please load it again.</p>
    </div>
  );
}
