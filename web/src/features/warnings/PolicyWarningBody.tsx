import type { PolicyWarning } from '@allclear/contract';
import { IconHelpCircle } from '@tabler/icons-react';
import { shortDateTime, timeAgo } from '../../clock/time-text.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import classes from './ActiveWarnings.module.css';
import { type ClearOutlook, clearOutlook, remainingText, type ZoneOutlook } from './warnings-view.ts';

interface PolicyWarningBodyProps {
  warning: PolicyWarning;
  /** For the warning of a lightning zone: what the lightning card says of it. */
  zone: ZoneOutlook | null;
  /** False when it has not been refreshed for too long: then nothing is said of its end. */
  current: boolean;
  timeZone: string;
  nowMs: number | null;
  onRefresh: () => void;
}

type Outlook = ClearOutlook | { kind: 'unknown' };

/** A policy whose limit is exceeded: by what, who was notified when, and when the warning can end. */
export function PolicyWarningBody(props: PolicyWarningBodyProps) {
  const { warning, timeZone, nowMs, onRefresh } = props;
  const outlook = outlookOf(props);
  const atZero = outlook.kind === 'counting' && outlook.remainingSeconds === 0;
  useCheckAtZero(atZero, onRefresh);
  return (
    <>
      <h3>{warning.policyDisplayName} Policy Warning</h3>
      <p className={classes.message}>{messageOf(props)}</p>
      {(outlook.kind === 'held' || outlook.kind === 'paused') && (
        <p className={`${classes.held} hatched`} role="status">
          <IconHelpCircle size={18} aria-hidden="true" />
          <span>
            <strong>
              {outlook.since === null
                ? 'No data now.'
                : `No new data since ${shortDateTime(outlook.since, timeZone)}`}
            </strong>
            {outlook.since !== null && ` (${timeAgo(outlook.since, nowMs)}).`} There is no all clear until
            observation resumes.
          </span>
        </p>
      )}
      <ul className={classes.facts}>
        <li>
          Warning started: <b>{shortDateTime(warning.startedTime, timeZone)}</b>
        </li>
        <li>
          Last Notified:{' '}
          <b>{warning.lastAlertTime ? shortDateTime(warning.lastAlertTime, timeZone) : 'nobody yet'}</b>
        </li>
        <li>
          Last Notification:{' '}
          <b>{warning.lastAlertTime ? timeAgo(warning.lastAlertTime, nowMs) : 'none yet'}</b>
        </li>
        <li>
          All Clear Minutes: <b>{warning.allClearMinutes}</b>
          <OutlookText outlook={outlook} timeZone={timeZone} />
        </li>
      </ul>
    </>
  );
}

function outlookOf({ warning, zone, current, nowMs }: PolicyWarningBodyProps): Outlook {
  if (!current) return { kind: 'unknown' };
  return zone?.outlook ?? clearOutlook(warning, nowMs);
}

/** The last strike within the radius is the lightning card's, so that both name the same one. */
function messageOf({ warning, zone }: PolicyWarningBodyProps): string {
  if (zone?.lastStrike?.startsWith('Thunder')) return `${zone.lastStrike}.`;
  return zone?.lastStrike
    ? `Lightning within ${warning.thresholdValue} mi. ${zone.lastStrike}.`
    : warning.message;
}

function OutlookText({ outlook, timeZone }: { outlook: Outlook; timeZone: string }) {
  switch (outlook.kind) {
    case 'unknown':
      return ' (when it can end is not known now)';
    case 'held':
      return ' (not counting while no data come)';
    case 'paused':
      return (
        <>
          , countdown paused, next possible clear not before{' '}
          <b>{shortDateTime(outlook.nextClearAt, timeZone)}</b>
        </>
      );
    case 'by-office':
      return '. The weather service ends this warning.';
    case 'checking':
      return '. Checking with the server…';
    case 'waiting':
      return (
        <>
          , next possible clear not before <b>{shortDateTime(outlook.nextClearAt, timeZone)}</b>, if it stays
          within the policy from now on
        </>
      );
    case 'counting':
      return (
        <>
          , next possible clear not before <b>{shortDateTime(outlook.nextClearAt, timeZone)}</b>,{' '}
          <b>{remainingText(outlook.remainingSeconds)}</b> remaining
          {outlook.remainingSeconds === 0 && '. Checking with the server…'}
        </>
      );
  }
}
