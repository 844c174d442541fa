import type { ThunderReport } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { trustOf } from '../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import classes from './ThunderReports.module.css';
import { reportParts, stateText } from './thunder-words.ts';
import { useThunderReports } from './use-thunder-reports.ts';

interface ThunderReportsProps {
  organizationLocationId: string;
  placeName: string;
  timeZone: string;
  speed: number;
  /** Whether the person may take back what somebody reported, with a reason. */
  mayTakeBack: boolean;
  onClose: () => void;
}

/** The thunder that people heard at a place in the last day. */
export default function ThunderReports(props: ThunderReportsProps) {
  const { placeName, onClose } = props;
  const [taken, setTaken] = useState<ThunderReport | null>(null);
  return (
    <>
      <Dialog
        opened
        title={`Thunder reports: ${placeName}`}
        size={560}
        closeOnEscape={taken === null}
        onClose={onClose}
      >
        <Reports {...props} onTakeBack={setTaken} />
        <CloseFooter onClose={onClose} />
      </Dialog>
      {taken && <TakeBackDialog report={taken} timeZone={props.timeZone} onClose={() => setTaken(null)} />}
    </>
  );
}

function Reports({
  organizationLocationId,
  timeZone,
  speed,
  mayTakeBack,
  onTakeBack,
}: ThunderReportsProps & { onTakeBack: (report: ThunderReport) => void }) {
  const state = useThunderReports(speed);
  const nowMs = useSlowNow();
  if (state === undefined) return <Skeleton height={120} radius={8} aria-label="Loading thunder reports" />;
  if (state.value === null)
    return <p role="alert">The thunder reports could not be loaded. We keep trying.</p>;
  const reports = state.value.filter((one) => one.organizationLocationId === organizationLocationId);
  const isOld = state.failed || trustOf(state, nowMs, speed) === 'unknown';
  return (
    <>
      {isOld && (
        <p className={classes.note} role="status">
          Not refreshed since {timeOfDay(isoOf(state.asOfMs), timeZone)}. We keep trying.
        </p>
      )}
      {reports.length === 0 ? (
        <p className={classes.note}>
          Nobody reported thunder here in the last 24 hours. That does not say that there was none.
        </p>
      ) : (
        <ul className={classes.reports}>
          {reports.map((report) => (
            <li key={report.id} data-state={report.state}>
              <p>
                <strong>Thunder heard {timeOfDay(report.heardUtc, timeZone)}</strong>,{' '}
                {timeAgo(report.heardUtc, nowMs, 'short')}
              </p>
              <p className={classes.note}>{reportParts(report, timeZone).join(' · ')}</p>
              <p>{stateText(report, timeZone)}</p>
              {mayTakeBack && report.state === 'counts' && (
                <Button variant="default" className={classes.back} onClick={() => onTakeBack(report)}>
                  Take back…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
