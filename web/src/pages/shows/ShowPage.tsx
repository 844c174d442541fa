import { useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { ShowTimings } from '../../api/shows/follow-show.ts';
import { backgroundOf } from '../../features/shows/screen/background.ts';
import { followedScreen, productMs } from '../../features/shows/screen/stage-screen.ts';
import { showToken } from '../../features/shows/show-address.ts';
import { Stage } from '../../features/shows/stage/Stage.tsx';
import { FullPage } from '../../ui/FullPage.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useAwakeScreen, useIsActive } from '../wall/use-screen.ts';
import classes from './ShowPage.module.css';
import { useFollowedShow } from './use-followed-show.ts';

interface ShowPageProps {
  /** For tests. */
  origin?: string;
  timings?: Partial<ShowTimings>;
}

/** /show: the screen of a show, for whoever has its link. It needs no sign-in and nobody who attends to it. */
export default function ShowPage(props: ShowPageProps) {
  const token = useToken();
  useAwakeScreen();
  useFullScreenKey();
  if (token === null)
    return (
      <FullPage
        isPublic
        title="This address is not complete"
        text="Open the link of the show as it was given to you, with everything that stands behind #."
      />
    );
  return (
    <ErrorBoundary FallbackComponent={CrashedScreen} key={token}>
      <FollowedScreen token={token} {...props} />
    </ErrorBoundary>
  );
}

/** The token of the address, also of a link that is opened later in the same tab. It is kept nowhere else. */
function useToken(): string | null {
  const [token, setToken] = useState(() => showToken(window.location.hash));
  useEffect(() => {
    const take = () => setToken(showToken(window.location.hash));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}

function FollowedScreen({ token, origin, timings }: ShowPageProps & { token: string }) {
  const { followed, wallMs, elapsedMs } = useFollowedShow(token, {
    ...(origin === undefined ? {} : { origin }),
    timings,
  });
  const [background] = useState(() => backgroundOf(window.location.search));
  usePageBackground(background);
  const isActive = useIsActive();
  const show = followed.received?.show ?? null;
  const screen = followedScreen(followed, wallMs);
  usePageTitle(show?.name ?? 'Show', show?.weather === 'replay' ? 'replay:' : (show?.weather ?? 'live'));
  return (
    <main id="content" className={classes.page} data-idle={!isActive || undefined}>
      <h1 className="visually-hidden">{show?.name ?? 'Show'}</h1>
      <Stage
        show={show}
        screen={screen}
        now={show && wallMs !== null ? productMs(show, wallMs) : 0}
        elapsedMs={elapsedMs}
        background={background}
      />
    </main>
  );
}

const crashPauseMs = 10_000;

/** Nobody stands before the screen to load it again: it tries by itself. */
function CrashedScreen({ resetErrorBoundary }: { resetErrorBoundary: () => void }) {
  useEffect(() => {
    const timer = setTimeout(resetErrorBoundary, crashPauseMs);
    return () => clearTimeout(timer);
  }, [resetErrorBoundary]);
  return (
    <FullPage
      isPublic
      title="No current data"
      text="This screen cannot show its data. Treat these places as if lightning were near."
    />
  );
}

/** What is behind the stage is keyed out, so nothing else is painted on the page. */
function usePageBackground(background: string | null): void {
  useEffect(() => {
    if (background === null) return;
    const elements = [document.documentElement, document.body];
    const before = elements.map(({ style }) => [style.background, style.colorScheme] as const);
    for (const { style } of elements) {
      style.background = background;
      // A dark scheme is painted opaque, whatever the background is.
      style.colorScheme = 'normal';
    }
    return () => {
      for (const [index, { style }] of elements.entries()) {
        style.background = before[index]?.[0] ?? '';
        style.colorScheme = before[index]?.[1] ?? '';
      }
    };
  }, [background]);
}

/** F fills the screen, and leaves it again. */
function useFullScreenKey(): void {
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return;
      const done = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen?.();
      // A browser may refuse it: the page is the same without.
      done?.catch(() => undefined);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
