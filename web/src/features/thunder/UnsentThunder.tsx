import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { problemText } from '../../api/send-problem.ts';
import classes from './ThunderBar.module.css';
import { type OutboxItem, thunderOutbox } from './thunder-outbox.ts';
import { deviceTime } from './thunder-words.ts';

type WaitingItem = Extract<OutboxItem, { kind: 'waiting' }>;

/** Reports that nobody has received. They are tried again by themselves. */
export function UnsentThunder({ items }: { items: readonly WaitingItem[] }) {
  const [isTrying, setTrying] = useState(false);
  const newest = items.at(-1);
  if (!newest) return null;
  const names = [...new Set(items.map(({ report }) => report.placeName))].join(', ');
  const tryAgain = () => {
    setTrying(true);
    thunderOutbox.tryAgain();
    setTimeout(() => setTrying(false), 2_000);
  };
  return (
    <div className={classes.item} data-tone="danger">
      <IconBolt size={22} aria-hidden="true" />
      <p role="alert">
        <strong>Not sent yet: {problemText(newest.problem)} Tell people yourself.</strong> Thunder at {names},{' '}
        {items.length > 1 ? `${items.length} reports, the last ` : ''}
        {deviceTime(newest.report)}. It is sent as soon as that is possible.
      </p>
      <Button className={classes.press} loading={isTrying} onClick={tryAgain}>
        Try now
      </Button>
    </div>
  );
}
