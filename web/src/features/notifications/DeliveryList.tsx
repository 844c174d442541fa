import type { Delivery } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { shortDateTime } from '../../clock/time-text.ts';
import classes from './Notices.module.css';
import { channelNames, stateText, stateTone } from './notice-text.ts';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The deliveries of a notice: each channel and its state, each attempt on demand. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (deliveries.length === 0) return null;
  return (
    <div className={classes.deliveries}>
      <DeliveryStates deliveries={deliveries} />
      {attemptsOf(deliveries) > 0 && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide attempts' : 'Attempts'}
        </UnstyledButton>
      )}
      {open && <Attempts id={id} deliveries={deliveries} />}
    </div>
  );
}

function attemptsOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((count, delivery) => count + delivery.attempts.length, 0);
}

/** 'Email accepted by smtp · SMS not configured'. */
export function DeliveryStates({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <ul className={classes.states}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <strong>{channelNames[delivery.channel]}</strong>{' '}
          <span data-tone={stateTone(delivery.state)}>{stateText(delivery)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Each attempt of a channel and its result. */
export function Attempts({ id, deliveries }: { id?: string; deliveries: readonly Delivery[] }) {
  if (attemptsOf(deliveries) === 0) return null;
  return (
    <ol id={id} className={classes.attempts}>
      {deliveries.flatMap((delivery) =>
        delivery.attempts.map((attempt) => (
          <li key={`${delivery.id} ${attempt.number}`}>
            {channelNames[delivery.channel]}, attempt {attempt.number},{' '}
            {shortDateTime(attempt.startedUtc, readersZone)}: {attempt.outcome ?? 'no outcome known'}
            {attempt.detail && ` (${attempt.detail})`}
          </li>
        )),
      )}
    </ol>
  );
}
