import type { CurrentUser, Organization, Status } from '@allclear/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useAuth } from 'react-oidc-context';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { ApiFailure } from '../api/failure.ts';
import { NotificationBell } from '../features/notifications/NotificationBell.tsx';
import { positionSharing } from '../features/notifications/position/position-sharing.ts';
import { usePositionSharing } from '../features/notifications/position/use-position-sharing.ts';
import { useHasMailbox } from '../features/notifications/use-channels.ts';
import { useRegisteredDevice } from '../features/notifications/use-registered-device.ts';
import { ImpersonationBanner } from '../features/shell/ImpersonationBanner.tsx';
import { Shell, type ShellLink } from '../features/shell/Shell.tsx';
import { useCurrentUser, useOrganization } from '../features/shell/use-account.ts';
import { useChangeStream } from '../features/shell/use-change-stream.ts';
import { useHasSensors } from '../features/shell/use-has-sensors.ts';
import { useLeaveImpersonation } from '../features/shell/use-leave-impersonation.ts';
import { removeLastAnswers } from '../session/last-answers.ts';
import { unauthorizedPath } from '../session/paths.ts';
import { readQueuedEntries } from '../session/queued-entries.ts';
import { queuedResponses } from '../session/queued-responses.ts';
import { readQueuedThunder } from '../session/queued-thunder.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { useDemonstration } from './demonstration/use-demonstration.tsx';
import { pageRouteOf, pageRoutes } from './manifests.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PermittedPage } from './PermittedPage.tsx';
import page from './page.module.css';
import { mayOpen, type PageLink } from './page-manifest.ts';
import { phoneLinksOf } from './phone-bar.ts';
import { wallOfKiosk } from './wall/wall-address.ts';

const ThunderBar = lazy(() => import('../features/thunder/ThunderBar.tsx'));
const ResponseBar = lazy(() => import('../features/responses/ResponseBar.tsx'));
const RollCallBar = lazy(() => import('../features/roll-call/RollCallBar.tsx'));
const StopSoundBar = lazy(() => import('../features/hardware/sounding/StopSoundBar.tsx'));

const pages = pageRoutes.map((route) => ({ route, Page: lazy(route.load) }));

/** Every page behind the sign-in, in the shell. */
export function SignedInPages({ status }: { status: Status }) {
  const user = useCurrentUser();
  const organization = useOrganization();
  const hasMailbox = useHasMailbox();
  const hasSensors = useHasSensors(user.data);
  const { pathname, search } = useLocation();
  const signOut = useSignOut(user.data);
  const demonstration = useDemonstration(status, user.data);
  useChangeStream();
  // The operator's browser is not one of the person's.
  const ownId = user.data?.impersonation ? undefined : user.data?.id;
  useRegisteredDevice(ownId);
  usePositionSharing(user.data?.permissions.includes('geofence.alerts.access') ? ownId : undefined);
  if (user.error instanceof ApiFailure && user.error.status === 403)
    return <Navigate to={unauthorizedPath} replace />;
  const wall = wallOfKiosk(search);
  if (wall !== null) return <Navigate to={wall} replace />;
  const notice = user.data && (
    <>
      {user.data.impersonation ? (
        <ImpersonationBanner user={user.data} />
      ) : (
        <Responses user={user.data} signOut={signOut} />
      )}
      <RollCallEntries user={user.data} signOut={signOut} />
    </>
  );
  const bar = user.data?.permissions.includes('hardware:read') && <SoundingBar />;
  const content = <PageRoutes status={status} user={user} organization={organization.data} />;
  const thunder = user.data?.permissions.includes('thunder.report') && (
    <Thunder user={user.data} signOut={signOut} />
  );
  if (pageRouteOf(pathname)?.isFullScreen)
    return (
      <>
        {bar}
        {thunder}
        {notice}
        {content}
      </>
    );
  const shell = (
    <Shell
      status={status}
      user={user.data}
      organization={organization.data}
      bell={<NotificationBell user={user.data} />}
      mainLinks={linksOf('main', user.data, { hasMailbox })}
      railLinks={linksOf('main', user.data, { hasMailbox, hasSensors })}
      userLinks={linksOf('user-menu', user.data, { hasMailbox })}
      phoneLinks={phoneLinksOf(user.data)}
      notice={notice}
      onSignOut={signOut.ask}
      demonstration={demonstration}
    >
      {content}
    </Shell>
  );
  return (
    <>
      {bar}
      {shell}
      {thunder}
    </>
  );
}

/** What a sign-out would lose, in the order in which it asks. */
const unsent = [
  { what: 'thunder', read: readQueuedThunder },
  { what: 'responses', read: queuedResponses.read },
  { what: 'roll-call', read: readQueuedEntries },
] as const;

/** The sign-out, after a question for each kind of what is not sent yet and would be lost. */
function useSignOut(user: CurrentUser | undefined) {
  const auth = useAuth();
  const leaveImpersonation = useLeaveImpersonation();
  const [asking, setAsking] = useState<(typeof unsent)[number]['what'] | null>(null);
  const go = () => {
    setAsking(null);
    removeLastAnswers(window.localStorage);
    void positionSharing.signOut().finally(() => auth.signoutRedirect());
  };
  const askFrom = (index: number) => {
    const next = unsent
      .slice(index)
      .find(({ read }) => user && read(window.localStorage, user.id).length > 0);
    if (next) setAsking(next.what);
    else go();
  };
  return {
    asking,
    /** After the question that is asked now: the next one, or the sign-out. */
    goOn: () => askFrom(unsent.findIndex(({ what }) => what === asking) + 1),
    stay: () => setAsking(null),
    ask() {
      if (user?.impersonation) return void leaveImpersonation();
      askFrom(0);
    },
  };
}

/** It is not part of the first load. Without it a report stays on the device, and a sign-out is not held up. */
function Thunder({ user, signOut }: { user: CurrentUser; signOut: ReturnType<typeof useSignOut> }) {
  return (
    <ErrorBoundary fallback={signOut.asking === 'thunder' ? <Leave go={signOut.goOn} /> : null}>
      <Suspense fallback={null}>
        <ThunderBar
          userId={user.id}
          // The operator's browser is not one of the person's.
          isOwnDevice={!user.impersonation}
          isLeaving={signOut.asking === 'thunder'}
          onLeave={signOut.goOn}
          onStay={signOut.stay}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** It is not part of the first load. Without it an entry stays on the device, and a sign-out is not held up. */
function RollCallEntries({ user, signOut }: { user: CurrentUser; signOut: ReturnType<typeof useSignOut> }) {
  return (
    <ErrorBoundary fallback={signOut.asking === 'roll-call' ? <Leave go={signOut.goOn} /> : null}>
      <Suspense fallback={null}>
        <RollCallBar
          userId={user.id}
          isOwnDevice={!user.impersonation}
          isLeaving={signOut.asking === 'roll-call'}
          onLeave={signOut.goOn}
          onStay={signOut.stay}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

function Leave({ go }: { go: () => void }) {
  useEffect(go, [go]);
  return null;
}

/** It is not part of the first load, and a fault of it leaves the page as it is. */
function Responses({ user, signOut }: { user: CurrentUser; signOut: ReturnType<typeof useSignOut> }) {
  return (
    <ErrorBoundary fallback={signOut.asking === 'responses' ? <Leave go={signOut.goOn} /> : null}>
      <Suspense fallback={null}>
        <ResponseBar
          userId={user.id}
          isLeaving={signOut.asking === 'responses'}
          onLeave={signOut.goOn}
          onStay={signOut.stay}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** It is not part of the first load, and a fault of it leaves the page as it is. */
function SoundingBar() {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <StopSoundBar />
      </Suspense>
    </ErrorBoundary>
  );
}

interface PageRoutesProps {
  status: Status;
  user: ReturnType<typeof useCurrentUser>;
  organization: Organization | undefined;
}

function PageRoutes({ status, user, organization }: PageRoutesProps) {
  return (
    <ErrorBoundary fallback={<PageCrash />}>
      <Routes>
        {pages.map(({ route, Page }) => (
          <Route
            key={route.path}
            path={route.path}
            element={
              <PermittedPage user={user} route={route}>
                {route.title !== null && <Titled title={route.title} weather={status.weather} />}
                <Page
                  status={status}
                  user={user.data}
                  permissions={user.data?.permissions ?? []}
                  organization={organization}
                />
              </PermittedPage>
            }
          />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </ErrorBoundary>
  );
}

/** The links of a place to the pages that the user may open. */
export function linksOf(
  place: PageLink['place'],
  user: CurrentUser | undefined,
  { hasMailbox, hasSensors = true }: { hasMailbox: boolean; hasSensors?: boolean },
): ShellLink[] {
  return pageRoutes.flatMap(({ path, permission, feature, navigation }) =>
    navigation?.place === place &&
    mayOpen({ permission, feature }, user?.permissions) &&
    (!navigation.onlyWithMailbox || hasMailbox) &&
    (!navigation.needsSensors || hasSensors)
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
