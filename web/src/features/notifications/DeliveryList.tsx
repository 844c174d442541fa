import type { Delivery } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { shortDateTime } from '../../clock/words.ts';
import classes from './Notices.module.css';
import { channelNames, stateTone, stateWords } from './notice-words.ts';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How a notice went out: each channel and its state, each attempt on demand. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const attempts = deliveries.reduce((count, delivery) => count + delivery.attempts.length, 0);
  if (deliveries.length === 0) return null;
  return (
    <div className={classes.deliveries}>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <strong>{channelNames[delivery.channel]}</strong> <span data-tone={stateTone(delivery.state)}>{stateWords(delivery)}</span>
          </li>
        ))}
      </ul>
      {attempts > 0 && (
        <UnstyledButton className={classes.more} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide attempts' : attempts === 1 ? 'Show the attempt' : `Show ${attempts} attempts`}
        </UnstyledButton>
      )}
      {open && (
        <ol id={id} className={classes.attempts}>
          {deliveries.flatMap((delivery) =>
            delivery.attempts.map((attempt) => (
              <li key={`${delivery.id} ${attempt.number}`}>
                {channelNames[delivery.channel]}, attempt {attempt.number}, {shortDateTime(attempt.startedUtc, readersZone)}:{' '}
                {attempt.outcome ?? 'no outcome known'}
                {attempt.detail && ` (${attempt.detail})`}
              </li>
            )),
          )}
        </ol>
      )}
    </div>
  );
}
