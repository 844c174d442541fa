import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { problemText } from '../../api/send-problem.ts';
import { span } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import classes from './Responses.module.css';
import type { OutboxResponse, ResponseOutbox } from './response-outbox.ts';
import { pressWords } from './response-words.ts';

/** Responses of this device that nobody has received: they are tried again by themselves. */
export function UnsentResponses({ outbox }: { outbox: ResponseOutbox }) {
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  const [isTrying, setTrying] = useState(false);
  useSlowNow();
  const unsent = items.filter((item) => item.kind === 'waiting');
  const refused = items.filter((item) => item.kind === 'refused');
  const newest = unsent.at(-1);
  const tryAgain = () => {
    setTrying(true);
    outbox.tryAgain();
    setTimeout(() => setTrying(false), 2_000);
  };
  return (
    <>
      {newest && (
        <div className={classes.unsent}>
          <div role="alert">
            <p>
              <strong>Not sent yet: {problemText(newest.problem)}</strong> It is sent as soon as that is
              possible.
            </p>
            <ul>
              {unsent.map((item) => (
                <li key={item.response.key}>{pressText(item)}</li>
              ))}
            </ul>
            {unsent.some(({ response }) => response.kind === 'help') && (
              <p>
                <strong>Nobody knows yet that you need help: call the emergency number.</strong>
              </p>
            )}
          </div>
          <Button className={classes.change ?? ''} loading={isTrying} onClick={tryAgain}>
            Try now
          </Button>
        </div>
      )}
      {refused.map((item) => (
        <div key={item.response.key} className={classes.unsent}>
          <p role="alert">
            <strong>Your response did not count: {item.message}</strong> {pressText(item)}
          </p>
          <Button
            variant="default"
            className={classes.change ?? ''}
            onClick={() => outbox.dismiss(item.response.key)}
          >
            Close
          </Button>
        </div>
      ))}
    </>
  );
}

/** 'I need help, Gym, pressed 3 min ago (Go inside)'; the age is by the clock of this device. */
function pressText({ response: { kind, place, headline, pressedAtMs } }: OutboxResponse): string {
  const seconds = Math.max(0, (Date.now() - pressedAtMs) / 1000);
  const age = seconds < 60 ? 'less than a minute' : span(seconds, 'short');
  return `${pressWords[kind]}${place === '' ? '' : `, ${place}`}, pressed ${age} ago (${headline})`;
}
