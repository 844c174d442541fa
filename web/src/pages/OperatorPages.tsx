import type { Status } from '@allclear/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useAuth } from 'react-oidc-context';
import { Link, Navigate } from 'react-router';
import { ConnectionBanner, WeatherBar } from '../features/shell/Banners.tsx';
import { EnvironmentBadge } from '../features/shell/EnvironmentBadge.tsx';
import { useServices } from '../services.ts';
import { operatorPath, operatorProfilePath } from '../session/paths.ts';
import { FullPage } from '../ui/FullPage.tsx';
import { Logo } from '../ui/Logo.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './OperatorPages.module.css';

const OperatorPage = lazy(() => import('./operator/OperatorPage.tsx'));
const OperatorProfilePage = lazy(() => import('./operator/OperatorProfilePage.tsx'));

/** Sends an operator, who belongs to no organization, to the operator's page; everybody else sees the app. */
export function OperatorHome({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { session } = useServices();
  if (auth.user?.profile.operator === true && session.impersonation() === null)
    return <Navigate to={operatorPath} replace />;
  return children;
}

/** The pages of an operator, in a frame without what is of an organization. */
export function OperatorPages({ status, isProfile }: { status: Status; isProfile: boolean }) {
  const auth = useAuth();
  usePageTitle(isProfile ? 'My Profile' : 'Organizations', status.weather);
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header>
        <WeatherBar weather={status.weather} speed={status.speed} />
        <ConnectionBanner />
        <div className={classes.top}>
          <Link to={operatorPath} className={classes.home} aria-label="Allclear, to the organizations">
            <Logo />
          </Link>
          <span className={classes.who}>Operator</span>
          <EnvironmentBadge name={status.environment} />
          <Tooltip label="My Profile">
            <ActionIcon component={Link} to={operatorProfilePath} aria-label="My Profile">
              <IconUserCircle size={22} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
          <Button variant="default" onClick={() => void auth.signoutRedirect()}>
            Sign out
          </Button>
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Suspense fallback={<FullPage busy title="" />}>
          {isProfile ? <OperatorProfilePage /> : <OperatorPage />}
        </Suspense>
      </main>
    </div>
  );
}
