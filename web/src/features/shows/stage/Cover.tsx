import type { ShowScreen } from '@allclear/domain';
import { ageText, momentText, unbroken } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import classes from './Stage.module.css';
import { type CoveringProps, placesOf } from './Takeover.tsx';

const asIfNear = 'Treat these places as if lightning were near';
const placesPerPage = { wide: 4, portrait: 6, ribbon: 2 } as const;

/** What is shown instead of the scenes while it is not known whether anything holds the places. */
export function Cover({
  show,
  now,
  elapsedMs,
  screen,
}: CoveringProps & { screen: Exclude<ShowScreen, { kind: 'takeover' | 'scenes' }> }) {
  const ids = screen.kind === 'unknown' ? screen.placeIds : [];
  const shown = pageAt(placesOf(show, ids), placesPerPage[show.layout], elapsedMs);
  return (
    <section className={`${classes.cover} ${classes.unknown}`} aria-label="Not known">
      <h2>{unbroken(titleOf(screen, show.timeZone, now))}</h2>
      <p className={classes.middle}>
        {screen.kind === 'gone' ? 'Nothing is known of any place here. ' : ''}
        {asIfNear}
      </p>
      {screen.kind === 'old' && Number.isFinite(screen.since) && (
        <p>The last data are {ageText(now - screen.since)} old</p>
      )}
      {screen.kind === 'old' && <p>{show.places.map(({ name }) => name).join(' · ')}</p>}
      {shown.items.length > 0 && (
        <ul>
          {shown.items.map(({ id, name, answer }) => (
            <li key={id}>
              <strong>{name}</strong> {unbroken(answer.instruction + reasonsOf(answer.reasons))}
            </li>
          ))}
        </ul>
      )}
      {shown.pages > 1 && (
        <p>
          {shown.page + 1} of {shown.pages}
        </p>
      )}
    </section>
  );
}

/** Without what the screen says of all of them. */
function reasonsOf(reasons: readonly string[]): string {
  const others = reasons.filter((reason) => reason !== 'Treat this place as if lightning were near');
  return others.length === 0 ? '' : ` · ${others.join(' · ')}`;
}

function titleOf(
  screen: Exclude<ShowScreen, { kind: 'takeover' | 'scenes' }>,
  timeZone: string,
  now: number,
): string {
  switch (screen.kind) {
    case 'old':
      return Number.isFinite(screen.since)
        ? `No current data since ${momentText(screen.since, now, timeZone)}`
        : 'No current data';
    case 'unknown':
      return "We don't know";
    case 'gone':
      return 'The places of this show are gone';
  }
}
