import type { Status } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useAuth } from 'react-oidc-context';
import { Navigate, Route, Routes } from 'react-router';
import { ApiFailure } from '../api/failure.ts';
import { NotificationBell } from '../features/notifications/NotificationBell.tsx';
import { useHasMailbox } from '../features/notifications/use-channels.ts';
import { useKeptDevice } from '../features/notifications/use-registered-device.ts';
import { Shell } from '../features/shell/Shell.tsx';
import { useCurrentUser, useOrganization } from '../features/shell/use-account.ts';
import { useLive } from '../features/shell/use-change-stream.ts';
import { Late } from '../ui/Delayed.tsx';
import { DashboardPage } from './dashboard/DashboardPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PermittedPage } from './PermittedPage.tsx';
import page from './page.module.css';

const LiveRadarPage = lazy(() => import('./map/LiveRadarPage.tsx'));
const HeatProfilesPage = lazy(() => import('./heat/HeatProfilesPage.tsx'));
const HistoricalPage = lazy(() => import('./stations/HistoricalPage.tsx'));
const MailboxPage = lazy(() => import('./notifications/MailboxPage.tsx'));
const NotificationSettingsPage = lazy(() => import('./notifications/NotificationSettingsPage.tsx'));
const NotificationsPage = lazy(() => import('./notifications/NotificationsPage.tsx'));
const PoliciesPage = lazy(() => import('./policies/PoliciesPage.tsx'));
const ProactiveForecastsPage = lazy(() => import('./messages/ProactiveForecastsPage.tsx'));

/** Every page behind the sign-in, in the shell. */
export function SignedInPages({ status }: { status: Status }) {
  const auth = useAuth();
  const user = useCurrentUser();
  const customer = useOrganization();
  const hasMailbox = useHasMailbox();
  useLive();
  useKeptDevice(user.data?.id);
  if (user.error instanceof ApiFailure && user.error.status === 403)
    return <Navigate to="/Unauthorized" replace />;
  return (
    <Shell
      status={status}
      user={user.data}
      organizationName={customer.data?.name}
      bell={<NotificationBell user={user.data} />}
      hasMailbox={hasMailbox}
      onSignOut={() => void auth.signoutRedirect()}
    >
      <ErrorBoundary fallback={<PageCrash />}>
        <Routes>
          <Route index element={<DashboardPage status={status} customer={customer.data} />} />
          <Route
            path="/Policies"
            element={
              <PermittedPage
                user={user}
                needs="policies:view"
                render={({ permissions }) => <PoliciesPage permissions={permissions} />}
              />
            }
          />
          <Route
            path="/ProactiveForecasts"
            element={
              <PermittedPage user={user} needs="forecasts:write" render={() => <ProactiveForecastsPage />} />
            }
          />
          <Route path="/live-radar" element={onDemand(<LiveRadarPage />)} />
          <Route
            path="/heat-profiles"
            element={
              <PermittedPage
                user={user}
                needs="heat-profiles:read"
                render={({ permissions }) => <HeatProfilesPage permissions={permissions} />}
              />
            }
          />
          <Route path="/Notifications" element={onDemand(<NotificationsPage user={user.data} />)} />
          <Route
            path="/NotificationSettings"
            element={onDemand(<NotificationSettingsPage user={user.data} />)}
          />
          <Route
            path="/Historical/:stationId/:imageUrl?"
            element={onDemand(<HistoricalPage status={status} />)}
          />
          <Route path="/Mailbox" element={onDemand(<MailboxPage />)} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </ErrorBoundary>
    </Shell>
  );
}

/** A page that is loaded when it is first opened. */
function onDemand(page: ReactNode) {
  const loading = (
    <Late>
      <Skeleton height={240} radius={12} role="status" aria-label="Loading the page" />
    </Late>
  );
  return <Suspense fallback={loading}>{page}</Suspense>;
}

function PageCrash() {
  return (
    <div className={page.alone} role="alert">
      <h1>This page does not work right now</h1>
      <p>Do not rely on what it showed before. Please load it again.</p>
    </div>
  );
}
