import { Button } from '@mantine/core';
import { dateAndTime, timeAgo, timeOfDay } from '../clock/time-text.ts';
import { type LastAnswers, readLastAnswers } from '../session/last-answers.ts';
import { readAllQueuedEntries } from '../session/queued-entries.ts';
import { queuedResponses } from '../session/queued-responses.ts';
import { readAllQueuedThunder } from '../session/queued-thunder.ts';
import { FullPage } from '../ui/FullPage.tsx';
import { usePageIcon } from '../ui/page-icon.ts';
import classes from './UnreachablePage.module.css';

/**
 * The app was opened and the server does not answer: nothing is known now, and what was known last is named with
 * its time.
 */
export function UnreachablePage({
  problem,
  busy,
  onRetry,
}: {
  problem: string;
  busy: boolean;
  onRetry: () => void;
}) {
  const last = readLastAnswers(window.localStorage);
  usePageIcon('unknown');
  return (
    <FullPage
      title="Allclear could not be reached"
      text="Check internet connection. We keep trying."
      detail={problem}
      notice={
        <>
          <UnsentThunder />
          <UnsentResponses />
          <UnsentEntries />
          {last && last.places.length > 0 && <LastKnown last={last} />}
        </>
      }
    >
      <Button loading={busy} onClick={onRetry}>
        Try again
      </Button>
    </FullPage>
  );
}

/** Thunder that somebody reported on this device, and that nobody has received. */
function UnsentThunder() {
  const reports = readAllQueuedThunder(window.localStorage);
  const newest = reports.at(-1);
  if (!newest) return null;
  const names = [...new Set(reports.map(({ placeName }) => placeName))].join(', ');
  const time = timeOfDay(new Date(newest.pressedAtMs).toISOString(), newest.timeZone);
  return (
    <p className={classes.unsent} role="alert">
      <strong>Not sent yet: no network. Tell people yourself.</strong> Thunder at {names}, {time}. It is sent
      when the person who reported it is signed in again.
    </p>
  );
}

/** Responses that somebody pressed on this device, and that nobody has received. */
function UnsentResponses() {
  const responses = queuedResponses.readAll(window.localStorage);
  const newest = responses.at(-1);
  if (!newest) return null;
  const needsHelp = responses.some(({ kind }) => kind === 'help');
  return (
    <p className={classes.unsent} role="alert">
      <strong>Not sent yet: no network.{needsHelp && ' If you need help, call the emergency number.'}</strong>{' '}
      {responses.length > 1 ? `${responses.length} responses, the last` : 'The response'} to {newest.headline}
      , pressed {timeAgo(new Date(newest.pressedAtMs).toISOString(), Date.now())}. It is sent when the person
      who pressed it is signed in again.
    </p>
  );
}

/** What somebody entered in a roll-call on this device, and that nobody has received. */
function UnsentEntries() {
  const entries = readAllQueuedEntries(window.localStorage);
  const newest = entries.at(-1);
  if (!newest) return null;
  return (
    <p className={classes.unsent} role="alert">
      <strong>Not sent yet: no network.</strong> Roll-call, {newest.label}
      {entries.length > 1 && ` and ${entries.length - 1} more`}. It is sent when the person who entered it is
      signed in again.
    </p>
  );
}

/** Hatched, because none of it is known now. */
function LastKnown({ last: { at, weather, places, total } }: { last: LastAnswers }) {
  const first = places[0]?.timeZone ?? 'UTC';
  return (
    <section className={`${classes.last} hatched`} aria-labelledby="last-known">
      <h2 id="last-known">We don’t know since {timeOfDay(at, first)}</h2>
      <p>Treat every place as if lightning were near.</p>
      <ul>
        {places.map(({ id, label, word }) => (
          <li key={id}>
            <span>{label}</span>
            <small>was: {word}</small>
          </li>
        ))}
      </ul>
      {total > places.length && <p>And {total - places.length} more places.</p>}
      <p className={classes.when}>
        Last received {dateAndTime(Date.parse(at), first)}
        {weather !== 'live' && ' · not live weather'}
      </p>
    </section>
  );
}
