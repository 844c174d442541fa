import type { Status } from '@allclear/contract';
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useAuth } from 'react-oidc-context';
import { Navigate } from 'react-router';
import { ConnectionBanner, WeatherBar } from '../features/shell/Banners.tsx';
import { useServices } from '../services.ts';
import { operatorPath } from '../session/paths.ts';
import { FullPage } from '../ui/FullPage.tsx';
import { Logo } from '../ui/Logo.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './OperatorPages.module.css';

const OperatorPage = lazy(() => import('./operator/OperatorPage.tsx'));

/** Sends an operator, who belongs to no organization, to the operator's page; everybody else sees the app. */
export function OperatorHome({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { session } = useServices();
  if (auth.user?.profile.operator === true && session.impersonation() === null)
    return <Navigate to={operatorPath} replace />;
  return children;
}

/** The page of an operator, in a frame without what is of an organization. */
export function OperatorPages({ status }: { status: Status }) {
  const auth = useAuth();
  usePageTitle('Organizations', status.weather);
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header>
        <WeatherBar weather={status.weather} speed={status.speed} />
        <ConnectionBanner />
        <div className={classes.top}>
          <Logo />
          <span>Operator</span>
          <Button variant="default" onClick={() => void auth.signoutRedirect()}>
            Sign out
          </Button>
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Suspense fallback={<FullPage busy title="" />}>
          <OperatorPage />
        </Suspense>
      </main>
    </div>
  );
}
