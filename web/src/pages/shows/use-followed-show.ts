import { createWallClock, type WallClock } from '@allclear/domain';
import { useEffect, useState } from 'react';
import {
  followShow,
  type ReceivedShow,
  type ShowFollowing,
  type ShowTimings,
} from '../../api/shows/follow-show.ts';
import { browserStopwatch } from '../../clock/clock.ts';
import { createElapsed } from '../../clock/elapsed.ts';
import {
  type FollowedShow,
  nothingReceived,
  sleptAfterMs,
  withEnd,
  withShow,
  withSleep,
} from '../../features/shows/screen/stage-screen.ts';

const redrawMs = 250;
/** A page of before an upgrade may not understand the new server's answers: then it loads itself again. */
const unreadableLimitMs = 60_000;

export interface ShownNow {
  readonly followed: FollowedShow;
  /** The server's wall clock, epoch ms; null before the first answer. */
  readonly wallMs: number | null;
  /** Real time since the page was opened, ms. */
  readonly elapsedMs: number;
}

interface FollowingOptions {
  readonly origin?: string;
  readonly timings?: Partial<ShowTimings> | undefined;
  readonly reload?: () => void;
}

/** What a screen knows of its show, four times a second. */
export function useFollowedShow(token: string, options: FollowingOptions = {}): ShownNow {
  const [shown, setShown] = useState<ShownNow>({ followed: nothingReceived, wallMs: null, elapsedMs: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are those of the first rendering
  useEffect(() => startScreen(token, setShown, options), [token]);
  return shown;
}

/** Follows a show and tells what is known of it, at each change and at each tick. Returns how it is stopped. */
export function startScreen(
  token: string,
  onShown: (shown: ShownNow) => void,
  { origin = '', timings, reload = () => window.location.reload() }: FollowingOptions = {},
): () => void {
  const elapsed = createElapsed();
  const clock = createWallClock(null, browserStopwatch);
  let followed = nothingReceived;
  let lastTickMs = elapsed();
  let unreadableSince: number | null = null;

  const notify = () => onShown({ followed, wallMs: clock.now(), elapsedMs: elapsed() });
  const receive = (received: ReceivedShow) => {
    // Before what has come: it may be of before the sleep.
    noticeSleep();
    followed = nextFollowed(followed, received, clock);
    if (received.kind === 'unreadable') {
      unreadableSince ??= elapsed();
      if (elapsed() - unreadableSince > unreadableLimitMs) reload();
    } else if (received.kind !== 'time') unreadableSince = null;
    notify();
  };
  let following: ShowFollowing | undefined;
  const noticeSleep = () => {
    const atMs = elapsed();
    const hasSlept = atMs - lastTickMs > sleptAfterMs;
    lastTickMs = atMs;
    if (!hasSlept) return;
    followed = withSleep(followed);
    following?.ask();
  };
  const tick = () => {
    noticeSleep();
    notify();
  };
  following = followShow(token, receive, { origin, ...(timings ? { timings } : {}) });
  const timer = setInterval(tick, redrawMs);
  document.addEventListener('visibilitychange', tick);
  return () => {
    following.stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function nextFollowed(before: FollowedShow, received: ReceivedShow, clock: WallClock): FollowedShow {
  switch (received.kind) {
    case 'time':
      clock.take(received.atMs);
      return before;
    case 'show':
      clock.take(received.atMs);
      return withShow(before, received, clock.now() ?? received.atMs);
    case 'ended':
      return withEnd(before, clock.now());
    case 'unreadable':
      return before;
  }
}
