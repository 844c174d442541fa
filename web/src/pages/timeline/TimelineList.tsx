import type { Timeline } from '@allclear/contract';
import { localText, type TimelineKind, timelineKinds, timelineKindTexts } from '@allclear/domain';
import { byDay, dayText, spanText, whenText } from './place-timeline.ts';
import classes from './Timeline.module.css';
import { lasts } from './use-timeline.ts';

interface TimelineListProps {
  timeline: Timeline;
  kinds: readonly TimelineKind[];
  isFetching: boolean;
}

/** The entries of some kinds, oldest first, by day; on paper they stand under what they are of. */
export function TimelineList({ timeline, kinds, isFetching }: TimelineListProps) {
  const { timeZone, madeUtc, radiiMiles, allClearMinutes, weather, entries } = timeline;
  const days = byDay(timeline, kinds);
  const shown = days.reduce((sum, [, ofDay]) => sum + ofDay.length, 0);
  const madeMs = Date.parse(madeUtc);
  const left = entries.length - shown;
  return (
    <div aria-busy={isFetching}>
      {weather !== 'live' && (
        <p className={classes.mark}>
          {weather === 'simulated' ? 'SIMULATED WEATHER' : 'REPLAYED WEATHER'}: not for safety decisions
        </p>
      )}
      <dl className={classes.about}>
        <div>
          <dt>Span</dt>
          <dd>{spanText(timeline)}</dd>
        </div>
        <div>
          <dt>Time zone</dt>
          <dd>{timeZone}</dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            {dayText(madeMs, timeZone)}, {localText(madeMs, timeZone, true)}
            {lasts(timeline) ? '; more may come' : ''}
          </dd>
        </div>
        <div>
          <dt>Zones</dt>
          <dd>
            {radiiMiles.join(', ')} mi, quiet time {allClearMinutes} min
          </dd>
        </div>
      </dl>
      <p className={classes.count} aria-live="polite">
        {shown === 1 ? '1 entry' : `${shown} entries`}
        {left > 0 && `; ${left} of other kinds ${left === 1 ? 'is' : 'are'} left out`}
        {kinds.length < timelineKinds.length &&
          ` (only ${kinds.map((kind) => timelineKindTexts[kind]).join(', ')})`}
      </p>
      {shown === 0 && (
        <p className={classes.empty}>
          {left > 0
            ? 'No entry is of these kinds.'
            : 'Nothing is stored of this span. That does not mean that nothing happened.'}
        </p>
      )}
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ol className={classes.entries}>
            {ofDay.map((entry, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be alike
                key={index}
                className={classes.entry}
                data-kind={entry.kind}
              >
                <time className={classes.when} dateTime={entry.atUtc}>
                  {whenText(entry, timeZone)}
                </time>
                <span className={classes.kind}>{timelineKindTexts[entry.kind]}</span>
                <div className={classes.what}>
                  <p>{entry.text}</p>
                  {entry.detail !== '' && <p className={classes.detail}>{entry.detail}</p>}
                  {entry.actor !== null && <p className={classes.detail}>By {entry.actor}</p>}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
