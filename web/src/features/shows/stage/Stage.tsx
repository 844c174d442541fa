import type { PublicShow } from '@allclear/contract';
import { sceneAt } from '@allclear/domain';
import type { StageScreen } from '../screen/stage-screen.ts';
import { announcementOf, weatherNotice } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import { Banner } from './Banner.tsx';
import { Cover } from './Cover.tsx';
import { NextPicture } from './Picture.tsx';
import { Scene } from './Scene.tsx';
import classes from './Stage.module.css';
import { StageClock } from './StageClock.tsx';
import { Takeover } from './Takeover.tsx';
import { Ticker } from './Ticker.tsx';

export interface StageProps {
  /** Null before the first answer, and after the end. */
  show: PublicShow | null;
  screen: StageScreen;
  /** The product clock, epoch ms. */
  now: number;
  /** Real time since the screen was opened, ms: which scene is on follows from it. */
  elapsedMs: number;
  /** Behind the contents, instead of the usual dark; what covers the scenes is never seen through. */
  background?: string | null;
  /** Changes of the state are announced to screen readers. */
  announces?: boolean;
}

/** The screen of a show in its shape, as large as its box allows. */
export function Stage({ show, screen, now, elapsedMs, background = null, announces = true }: StageProps) {
  const isShowingScenes = screen.kind === 'scenes';
  const worst =
    screen.kind === 'takeover'
      ? show?.places.find(({ id }) => id === screen.placeIds[0])?.answer.kind
      : undefined;
  // One after another: each needs its room.
  const [problem] = pageAt(show?.problems ?? [], 1, elapsedMs).items;
  const hasTicker = show !== null && isShowingScenes && show.ticker !== '';
  const notice = show && weatherNotice(show.weather);
  return (
    <div className={classes.fit} style={background === null ? undefined : { background }}>
      <div
        className={classes.stage}
        data-stage
        data-layout={show?.layout ?? 'wide'}
        data-screen={screen.kind}
        data-worst={worst}
        data-ticker={hasTicker || undefined}
        data-keyed={background !== null || undefined}
      >
        <div className={classes.safe}>
          <header className={classes.top}>
            {notice && (
              <p className={classes.notice} role="note">
                {notice}
              </p>
            )}
            {show?.showsClock && isShowingScenes && <StageClock now={now} timeZone={show.timeZone} />}
          </header>
          <Body show={show} screen={screen} now={now} elapsedMs={elapsedMs} />
          {show && (
            <footer className={classes.foot}>
              {problem !== undefined && <p className={classes.problems}>{problem}</p>}
              <p>{show.standingText}</p>
            </footer>
          )}
        </div>
        {hasTicker && <Ticker text={show.ticker} layout={show.layout} elapsedMs={elapsedMs} />}
      </div>
      {announces && (
        <p className="visually-hidden" role="status">
          {announcementOf(screen, show?.places ?? [])}
        </p>
      )}
    </div>
  );
}

function Body({ show, screen, now, elapsedMs }: Pick<StageProps, 'show' | 'screen' | 'now' | 'elapsedMs'>) {
  if (!show || screen.kind === 'connecting' || screen.kind === 'ended')
    return (
      <div className={classes.plain}>
        <p className={classes.large}>{screen.kind === 'ended' ? 'This show has ended.' : 'Connecting…'}</p>
      </div>
    );
  const shared = { show, now, elapsedMs };
  if (screen.kind === 'takeover') return <Takeover {...shared} placeIds={screen.placeIds} />;
  if (screen.kind !== 'scenes') return <Cover {...shared} screen={screen} />;
  const turn = sceneAt(show.scenes, elapsedMs);
  const scene = turn && show.scenes[turn.index];
  const next = turn && show.scenes[(turn.index + 1) % show.scenes.length];
  return (
    <div className={classes.scenes}>
      {screen.bannerIds.length > 0 && <Banner {...shared} placeIds={screen.bannerIds} />}
      {scene ? (
        <Scene key={turn.index} {...shared} scene={scene} isBannered={screen.bannerIds.length > 0} />
      ) : (
        <section className={`${classes.panel} ${classes.unknown}`} aria-label="No scene">
          <p className={classes.middle}>This show has no scene to show.</p>
        </section>
      )}
      <NextPicture scene={next ?? null} />
    </div>
  );
}
