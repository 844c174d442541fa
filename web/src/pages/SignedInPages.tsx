import type { Status } from '@allclear/contract';
import { lazy } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useAuth } from 'react-oidc-context';
import { Navigate, Route, Routes } from 'react-router';
import { ApiFailure } from '../api/failure.ts';
import { Shell } from '../features/shell/Shell.tsx';
import { useCurrentUser, useCustomer } from '../features/shell/use-account.ts';
import { useLive } from '../features/shell/use-live.ts';
import classes from './DashboardPage.module.css';
import { DashboardPage } from './DashboardPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PermittedPage } from './PermittedPage.tsx';

const PoliciesPage = lazy(() => import('./PoliciesPage.tsx'));

/** Every page behind the sign-in, in the shell. */
export function SignedInPages({ status }: { status: Status }) {
  const auth = useAuth();
  const user = useCurrentUser();
  const customer = useCustomer();
  useLive();
  if (user.error instanceof ApiFailure && user.error.status === 403) return <Navigate to="/Unauthorized" replace />;
  return (
    <Shell status={status} user={user.data} customerName={customer.data?.name} onSignOut={() => void auth.signoutRedirect()}>
      <ErrorBoundary fallback={<PageCrash />}>
        <Routes>
          <Route index element={<DashboardPage status={status} customer={customer.data} />} />
          <Route
            path="/Policies"
            element={<PermittedPage user={user} needs="policies:view" render={({ permissions }) => <PoliciesPage permissions={permissions} />} />}
          />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </ErrorBoundary>
    </Shell>
  );
}

function PageCrash() {
  return (
    <div className={classes.alone} role="alert">
      <h1>This page does not work right now</h1>
      <p>Do not rely on what it showed before. Please load it again.</p>
    </div>
  );
}
