import type { Status } from '@allclear/contract';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useOrganization } from '../features/shell/use-account.ts';
import { useChangeStream } from '../features/shell/use-change-stream.ts';
import { reloadWhenAnswered, serverAnswers } from '../reload-when-answered.ts';
import type { DisplaySession } from '../session/display-session.ts';
import { FullPage } from '../ui/FullPage.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const WallPage = lazy(() => import('./wall/WallPage.tsx'));

/** The wall of a display link: the only page that it opens. What was shown is covered as soon as the link ends. */
export function DisplayPages({ status, display }: { status: Status; display: DisplaySession }) {
  const hasEnded = useSyncExternalStore(display.subscribe, display.hasEnded);
  if (hasEnded) return <EndedLink weather={status.weather} />;
  return (
    <ErrorBoundary fallback={<Crash />}>
      <Suspense fallback={<FullPage busy title="" />}>
        <Wall status={status} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Wall({ status }: { status: Status }) {
  useChangeStream();
  const { data: organization } = useOrganization();
  return <WallPage status={status} user={undefined} permissions={[]} organization={organization} />;
}

function EndedLink({ weather }: { weather: string }) {
  usePageTitle('Wall: display link ended', weather);
  // A refusal may have been that of something on the way, or of a creator who is back.
  useReload(endedMs);
  return (
    <FullPage
      isPublic
      title="This display link has ended"
      text="It has expired, was removed, or is not complete. Nothing is shown here any more: ask an administrator of your organization for a new one."
    />
  );
}

const crashedMs = 30_000;
const endedMs = 300_000;

/** Nobody stands at a wall: it is loaded again by itself, once the server answers. */
function useReload(afterMs: number): void {
  useEffect(() => {
    const reload = () => void reloadWhenAnswered(serverAnswers, () => window.location.reload());
    const timer = setTimeout(reload, afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
}

function Crash() {
  useReload(crashedMs);
  return (
    <FullPage
      isPublic
      title="This wall does not work right now"
      text="Do not rely on what it showed before. It is loaded again."
    />
  );
}
