import type { PublicShow } from '@allclear/contract';
import { placeCountdown, type ShowPlace, unbroken } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import classes from './Stage.module.css';
import { lengthOf, stateIcons } from './state-icons.ts';

export interface CoveringProps {
  show: PublicShow;
  now: number;
  elapsedMs: number;
}

/** Further places beside the worst. */
const othersPerPage = { wide: 6, portrait: 6, ribbon: 2 } as const;

/** The places of these ids, in their order. */
export function placesOf(show: PublicShow, ids: readonly string[]): ShowPlace[] {
  return ids.flatMap((id) => show.places.find((place) => place.id === id) ?? []);
}

/** Places at which people have to act, or may not go back yet: they take the screen, the worst first. */
export function Takeover({
  show,
  now,
  elapsedMs,
  placeIds,
}: CoveringProps & { placeIds: readonly string[] }) {
  const [worst, ...others] = placesOf(show, placeIds);
  if (!worst) return null;
  const { instruction, reasons, kind } = worst.answer;
  const countdown = placeCountdown(worst, Date.parse(show.now), now);
  const shown = pageAt(others, othersPerPage[show.layout], elapsedMs);
  const Icon = stateIcons[kind];
  return (
    <section className={classes.takeover} data-state={kind} aria-label="What to do">
      <div className={classes.worst}>
        <h2>{worst.name}</h2>
        <p className={classes.instruction} data-length={lengthOf(instruction)}>
          <Icon aria-hidden="true" /> {unbroken(instruction)}
        </p>
        {reasons.length > 0 && <p className={classes.reasons}>{unbroken(reasons.join(' · '))}</p>}
      </div>
      {countdown && (
        <div className={classes.countdown}>
          {countdown.left !== null && (
            <p className={classes.left} role="timer" aria-live="off">
              {countdown.left}
            </p>
          )}
          <p>{unbroken(countdown.text)}</p>
        </div>
      )}
      {others.length > 0 && (
        <div className={classes.others}>
          <ul>
            {shown.items.map((place) => (
              <Other key={place.id} place={place} left={leftOf(place, show, now)} />
            ))}
          </ul>
          {shown.pages > 1 && (
            <p>
              and {others.length - shown.items.length} more places, {shown.page + 1} of {shown.pages}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

const leftOf = (place: ShowPlace, show: PublicShow, now: number) =>
  placeCountdown(place, Date.parse(show.now), now)?.left ?? null;

function Other({ place, left }: { place: ShowPlace; left: string | null }) {
  const Icon = stateIcons[place.answer.kind];
  return (
    <li>
      <Icon aria-hidden="true" />
      <strong>{place.name}</strong>
      <span>
        {place.answer.word}
        {left !== null && <b> {left}</b>}
      </span>
    </li>
  );
}
