import type { Status } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter, matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { mayPass, messageOf } from './api/failure.ts';
import { RenewingQueryClient } from './api/query-client/renewing-query-client.ts';
import { CrashScreen } from './CrashScreen.tsx';
import { useStatus } from './features/shell/use-status.ts';
import { CallbackPage } from './pages/CallbackPage.tsx';
import { DisplayPages } from './pages/DisplayPages.tsx';
import { OperatorHome, OperatorPages } from './pages/OperatorPages.tsx';
import { SignedInPages } from './pages/SignedInPages.tsx';
import { UnauthorizedPage } from './pages/UnauthorizedPage.tsx';
import { UnreachablePage } from './pages/UnreachablePage.tsx';
import { type Services, ServicesProvider, useServices } from './services.ts';
import { OptionalSession } from './session/OptionalSession.tsx';
import {
  callbackPath,
  cameraLinkPath,
  checkInPath,
  confirmAddressPath,
  impersonationPath,
  operatorPath,
  operatorProfilePath,
  publicSirenPath,
  respondPath,
  setupPath,
  showPath,
  stationPath,
  unauthorizedPath,
} from './session/paths.ts';
import { SessionGate } from './session/SessionGate.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';
import { Delayed } from './ui/Delayed.tsx';
import { FullPage } from './ui/FullPage.tsx';
import { colorSchemeManager, theme, variables } from './ui/theme.ts';

const CameraLinkPage = lazy(() => import('./pages/cameras/CameraLinkPage.tsx'));
const CheckInPage = lazy(() => import('./pages/roll-call/CheckInPage.tsx'));
const ConfirmAddressPage = lazy(() => import('./pages/ConfirmAddressPage.tsx'));
const PublicSirenPage = lazy(() => import('./pages/public-siren/PublicSirenPage.tsx'));
const PublicStationPage = lazy(() => import('./pages/stations/PublicStationPage.tsx'));
const RespondPage = lazy(() => import('./pages/responses/RespondPage.tsx'));
const ShowPage = lazy(() => import('./pages/shows/ShowPage.tsx'));
const SetupPage = lazy(() => import('./pages/setup/SetupPage.tsx'));
const ImpersonationPage = lazy(() => import('./pages/ImpersonationPage.tsx'));

/** Polling backs up the events; a visible query is refetched when the user returns to the page. */
export function createQueryClient(): QueryClient {
  return new RenewingQueryClient({
    defaultOptions: {
      // A refusal is an answer: only failures that may be temporary are retried.
      queries: {
        refetchOnWindowFocus: 'always',
        networkMode: 'always',
        retry: (count, error) => count < 1 && mayPass(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export function App({ services }: { services: Services }) {
  const [client] = useState(createQueryClient);
  return (
    <ServicesProvider value={services}>
      <QueryClientProvider client={client}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={variables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <Notifications position="top-right" limit={4} containerWidth={400} />
          <CrashScreen>
            <BrowserRouter>
              <Routes>
                <Route path={publicSirenPath} element={<PublicSiren />} />
                <Route path={cameraLinkPath} element={<CameraLink />} />
                <Route path={respondPath} element={<Respond />} />
                <Route path={checkInPath} element={<CheckIn />} />
                <Route path={showPath} element={<Show />} />
                <Route path="*" element={<Opening />} />
              </Routes>
            </BrowserRouter>
          </CrashScreen>
        </MantineProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** For everybody, so it needs neither the server's status nor a session. */
function PublicSiren() {
  return (
    <Suspense fallback={<FullPage busy title="" />}>
      <PublicSirenPage />
    </Suspense>
  );
}

/** For whoever has a share link of a camera, without an account. */
function CameraLink() {
  return (
    <Suspense fallback={<FullPage busy title="" />}>
      <CameraLinkPage />
    </Suspense>
  );
}

/** For whoever follows the link of a message, without a sign-in. */
function Respond() {
  return (
    <Suspense fallback={<FullPage busy title="" />}>
      <RespondPage />
    </Suspense>
  );
}

/** For whoever is at a shelter, without a sign-in. */
function CheckIn() {
  return (
    <Suspense fallback={<FullPage busy title="" />}>
      <CheckInPage />
    </Suspense>
  );
}

/** For every screen that has the link of a show, without an account. */
function Show() {
  return (
    <Suspense fallback={<FullPage busy title="Connecting…" />}>
      <ShowPage />
    </Suspense>
  );
}

/** The pages behind the sign-in. That of a weather station is also for people who are not signed in. */
function Pages({ status }: { status: Status }) {
  const { pathname } = useLocation();
  const isForEverybody = matchPath({ path: stationPath, caseSensitive: false }, pathname) !== null;
  return (
    <OptionalSession
      nobody={isForEverybody ? (onSignIn) => <PublicStation status={status} onSignIn={onSignIn} /> : null}
    >
      <OperatorHome>
        <SignedInPages status={status} />
      </OperatorHome>
    </OptionalSession>
  );
}

function PublicStation(props: { status: Status; onSignIn: () => void }) {
  return (
    <Suspense fallback={<FullPage busy title="" />}>
      <Routes>
        <Route path={stationPath} element={<PublicStationPage {...props} />} />
      </Routes>
    </Suspense>
  );
}

/** The server's status contains the sign-in settings and the time: nothing is shown before it has arrived. */
function Opening() {
  const status = useStatus();
  const { display } = useServices();
  const { pathname } = useLocation();
  if (!status.data) {
    if (!status.isError) {
      return (
        <Delayed>
          <FullPage busy title="Opening Allclear…" />
        </Delayed>
      );
    }
    return (
      <UnreachablePage
        problem={messageOf(status.error)}
        busy={status.isFetching}
        onRetry={() => void status.refetch()}
      />
    );
  }
  // Nobody has an account yet, so there is nothing else to open.
  if (status.data.needsSetup && !matchPath(setupPath, pathname)) return <Navigate to={setupPath} replace />;
  if (display) return <DisplayPages status={status.data} display={display} />;
  return (
    <SessionProvider identity={status.data.identity}>
      <Routes>
        <Route path={callbackPath} element={<CallbackPage />} />
        <Route
          path={setupPath}
          element={
            <Suspense fallback={<FullPage busy title="" />}>
              <SetupPage status={status.data} />
            </Suspense>
          }
        />
        <Route path={unauthorizedPath} element={<UnauthorizedPage />} />
        <Route
          path={confirmAddressPath}
          element={
            <Suspense fallback={<FullPage busy title="" />}>
              <ConfirmAddressPage />
            </Suspense>
          }
        />
        <Route
          path={impersonationPath}
          element={
            <Suspense fallback={<FullPage busy title="" />}>
              <ImpersonationPage identity={status.data.identity} />
            </Suspense>
          }
        />
        {[operatorPath, operatorProfilePath].map((path) => (
          <Route
            key={path}
            path={path}
            element={
              <SessionGate>
                <OperatorPages status={status.data} isProfile={path === operatorProfilePath} />
              </SessionGate>
            }
          />
        ))}
        <Route path="*" element={<Pages status={status.data} />} />
      </Routes>
    </SessionProvider>
  );
}
