import type { PublicSiren } from '@allclear/contract';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { followPublicSiren, type ReceivedSiren } from '../../api/public-siren.ts';
import { elapsed } from '../../clock/elapsed.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { useAwakeScreen } from '../wall/use-screen.ts';
import classes from './PublicSiren.module.css';
import { type PublicSirenView, publicSirenView } from './public-siren-view.ts';

const redrawMs = 250;
const weatherMarks = {
  simulated: 'Simulated weather: for trying out only, not for safety decisions',
  replay: 'Replayed weather: recorded earlier, for trying out only, not for safety decisions',
};

/** The state of a siren's place for everybody, on a screen of its own. Nothing here needs a sign-in. */
export default function PublicSirenPage() {
  useAwakeScreen();
  const { customerName = '', sirenName = '' } = useParams();
  const { siren, view } = usePublicSiren(customerName, sirenName);
  const place = siren?.locationName ?? '';
  usePageTitle(
    place ? `${view.title}: ${place}` : view.title,
    siren?.weather === 'replay' ? 'replay:' : (siren?.weather ?? 'live'),
  );
  return (
    <div className={classes.page} data-tone={view.tone}>
      <header>
        {siren && siren.weather !== 'live' && (
          <p className={classes.mark} role="note">
            {weatherMarks[siren.weather]}
          </p>
        )}
        {siren?.drill && view.tone !== 'failed' && (
          <p className={classes.mark}>Drill: this siren is being tested</p>
        )}
      </header>
      <main id="content" className={classes.state}>
        {place !== '' && <h1 className={classes.place}>{place}</h1>}
        {/* Announced when it changes, not each second. */}
        <p className={classes.title} role={view.tone === 'failed' ? 'alert' : 'status'}>
          {view.title}
        </p>
        {view.count !== null && (
          <p className={classes.count} role="timer" aria-label={`Earliest all clear in ${view.count}`}>
            {view.count}
          </p>
        )}
        {view.text !== '' && <p className={classes.text}>{view.text}</p>}
      </main>
      <footer className={classes.foot}>
        {siren && view.tone !== 'failed' && (
          <p>
            Observed through{' '}
            <time dateTime={siren.observedThrough}>{timeOf(siren.observedThrough, siren.timeZone)}</time>
          </p>
        )}
        <p>
          Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no
          signal is given.
        </p>
      </footer>
    </div>
  );
}

function usePublicSiren(
  customerName: string,
  sirenName: string,
): {
  /** The last that was known: its place and its weather are named also while nothing is known. */
  siren: PublicSiren | null;
  view: PublicSirenView;
} {
  const [received, setReceived] = useState<ReceivedSiren | null>(null);
  const [siren, setSiren] = useState<PublicSiren | null>(null);
  const [now, setNow] = useState(elapsed);
  const ask = useRef<() => void>(() => {});
  useEffect(() => {
    setReceived(null);
    setSiren(null);
    const following = followPublicSiren({ customerName, sirenName }, (state) => {
      setReceived(state);
      if (state.siren) setSiren(state.siren);
      setNow(elapsed());
    });
    ask.current = following.ask;
    const timer = setInterval(() => setNow(elapsed()), redrawMs);
    const redraw = () => setNow(elapsed());
    document.addEventListener('visibilitychange', redraw);
    return () => {
      following.stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', redraw);
    };
  }, [customerName, sirenName]);
  const view = publicSirenView(received, now);
  // At 0:00 only the server knows what is next.
  useEffect(() => {
    if (view.isAtZero) ask.current();
  }, [view.isAtZero]);
  return { siren, view };
}

/** In the time zone of the place, as all times of the page. */
function timeOf(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleTimeString('en-US', {
    ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone, timeZoneName: 'short' },
  });
}
