import { Button, CloseButton } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './ThunderBar.module.css';
import { type OutboxItem, thunderOutbox } from './thunder-outbox.ts';
import { deviceTime } from './thunder-words.ts';

type ShownItem = Exclude<OutboxItem, { kind: 'waiting' }>;

/** A report on its way, or what the server said to it. */
export function ThunderItem({ item }: { item: ShownItem }) {
  const { report } = item;
  switch (item.kind) {
    case 'sending':
      return (
        <div className={classes.item}>
          <IconBolt size={22} aria-hidden="true" />
          <p role="status">Thunder at {report.placeName}: sending…</p>
        </div>
      );
    case 'refused':
      return (
        <div className={classes.item} data-tone="danger">
          <IconBolt size={22} aria-hidden="true" />
          <p role="alert">
            <strong>Thunder at {report.placeName} was not reported. Tell people yourself.</strong>{' '}
            {item.message}
          </p>
          <Close item={item} />
        </div>
      );
    case 'sent':
      return <SentThunder item={item} />;
  }
}

function SentThunder({ item }: { item: Extract<OutboxItem, { kind: 'sent' }> }) {
  const { report, answer, wasLate, isTakingBack, problem } = item;
  const left = useSecondsLeft(item.takeBackUntilMs);
  // The band says what holds the place: this goes when it can do no more. What was sent late stays until it was read.
  const isOver = item.takeBackUntilMs !== null && left === 0 && !wasLate && problem === null;
  useEffect(() => {
    if (isOver) thunderOutbox.dismiss(report.key);
  }, [isOver, report.key]);
  return (
    <div className={classes.item}>
      <IconBolt size={22} aria-hidden="true" />
      <p role="status">
        {wasLate && <strong>Sent now: thunder of {deviceTime(report)}. </strong>}
        {answer.message}
        {problem !== null && <span role="alert"> It was not taken back. {problem}</span>}
      </p>
      {left > 0 && answer.state !== 'taken-back' && (
        <Button
          className={classes.press}
          variant="default"
          loading={isTakingBack}
          onClick={() => void thunderOutbox.takeBack(report.key)}
        >
          Take back<span aria-hidden="true">&nbsp;({left} s)</span>
        </Button>
      )}
      <Close item={item} />
    </div>
  );
}

function Close({ item: { report } }: { item: ShownItem }) {
  return (
    <CloseButton
      className={classes.close}
      aria-label={`Close the report of ${report.placeName}`}
      onClick={() => thunderOutbox.dismiss(report.key)}
    />
  );
}

/** Whole seconds to an instant of this device's clock; 0 when it is over or there is none. */
function useSecondsLeft(untilMs: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1_000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
