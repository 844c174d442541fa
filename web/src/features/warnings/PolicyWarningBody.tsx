import type { PolicyWarning } from '@allclear/contract';
import { IconHelpCircle } from '@tabler/icons-react';
import { shortDateTime, timeAgo } from '../../clock/time-text.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import classes from './ActiveWarnings.module.css';
import { clearOutlook, remainingText } from './warnings-view.ts';

interface PolicyWarningBodyProps {
  warning: PolicyWarning;
  /** False when it was not refreshed for too long: then its end is not shown. */
  current: boolean;
  timeZone: string;
  nowMs: number | null;
  onRefresh: () => void;
}

/** An exceeded policy: its value, its last notice, and when it can end. */
export function PolicyWarningBody({ warning, current, timeZone, nowMs, onRefresh }: PolicyWarningBodyProps) {
  const outlook = current ? clearOutlook(warning, nowMs) : ({ kind: 'unknown' } as const);
  const atZero = outlook.kind === 'counting' && outlook.remainingSeconds === 0;
  useCheckAtZero(atZero, onRefresh);
  return (
    <>
      <h3>{warning.policyDisplayName} Policy Warning</h3>
      <p className={classes.message}>{warning.message}</p>
      {outlook.kind === 'held' && (
        <p className={`${classes.held} hatched`} role="status">
          <IconHelpCircle size={18} aria-hidden="true" />
          <span>
            <strong>No new data since {shortDateTime(outlook.since, timeZone)}</strong> (
            {timeAgo(outlook.since, nowMs)}). There is no all clear until observation resumes.
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
          {outlook.kind === 'unknown' && ' (when it can end is not known now)'}
          {outlook.kind === 'held' && ' (not counting while no data come)'}
          {outlook.kind === 'by-office' && '. The weather service ends this warning.'}
          {outlook.kind === 'waiting' && (
            <>
              , next possible clear <b>{shortDateTime(outlook.nextClearAt, timeZone)}</b> if it stays within
              the policy from now on
            </>
          )}
          {outlook.kind === 'counting' && (
            <>
              , next possible clear <b>{shortDateTime(outlook.nextClearAt, timeZone)}</b>,{' '}
              <b>{remainingText(outlook.remainingSeconds)}</b> remaining
              {atZero && '. Checking with the server…'}
            </>
          )}
        </li>
      </ul>
    </>
  );
}
