import type { MassMessagePreview } from '@allclear/contract';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconShield } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { clock } from '../../clock/clock.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DrillMark } from './DrillMark.tsx';
import { channelText, isOld, isUnknown, peopleText } from './preview-words.ts';
import classes from './SendDialog.module.css';
import type { Compose } from './use-compose.ts';
import { usePreview } from './use-mass-messages.ts';

interface SendDialogProps {
  compose: Compose;
  onClose: () => void;
}

/** The question before a message is sent: what it would do, and how the locations stand. */
export function SendDialog({ compose, onClose }: SendDialogProps) {
  const { body, busy } = compose;
  const [key] = useState(compose.sendKey);
  const query = usePreview(key, body);
  const nowMs = useSlowNow();
  const { data, error } = query;
  const isStale = data !== undefined && (error !== null || isOld(data.atMs, nowMs, clock.speed()));
  // The server would refuse the message for the same reasons.
  const isRefused = error instanceof ApiFailure && error.status === 400;
  const confirm = () => void compose.send().then(onClose);
  return (
    <Dialog
      opened
      title="Send this message?"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={busy === null}
      onClose={() => busy === null && onClose()}
    >
      <div className={classes.parts}>
        {data && (
          <Places places={data.preview.places} age={isStale ? timeAgo(instantOf(data.atMs), nowMs) : null} />
        )}
        {isRefused && <Refused error={error} />}
        {!data && error && !isRefused && <NoPreview error={error} />}
        {!data && !error && (
          <div role="status" aria-busy="true" aria-label="Checking whom it reaches">
            <Skeleton height={120} radius={8} />
          </div>
        )}
        <blockquote className={classes.message}>
          {body.isDrill && <DrillMark />}
          <strong>{body.headline}</strong>
          <p>{body.message}</p>
          <p className={classes.sender}>{body.senderText}</p>
        </blockquote>
        {data && <Reach preview={data.preview} overrides={body.overridePreferences} />}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy !== null} data-autofocus>
          Cancel
        </Button>
        {!data && error && !isRefused && (
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        )}
        {!isRefused && (
          <Button loading={busy === 'send'} disabled={!data && !error} onClick={confirm}>
            {data
              ? `Send to ${peopleText(data.preview.people)}`
              : error
                ? 'Send without checking'
                : 'Checking …'}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/**
 * How the organization's locations stand, so that nobody announces an all clear by hand into a delay.
 * `age`: how old the answer is; null while it is current.
 */
function Places({ places, age }: { places: MassMessagePreview['places']; age: string | null }) {
  if (age !== null)
    return (
      <Notice isHatched title="How your locations stand now is not known">
        <p>
          {age === '--' ? 'Before that' : `As of ${age}`}: {places.text}.
        </p>
        <p>Do not announce an all clear.</p>
      </Notice>
    );
  if (!places.isHeld)
    return (
      <p className={classes.places}>
        <IconShield size={20} aria-hidden="true" />
        <span>
          How your locations stand: <strong>{places.text}</strong>
        </span>
      </p>
    );
  return (
    <Notice isHatched={isUnknown(places.text)} title={`How your locations stand: ${places.text}`}>
      <p>Do not announce an all clear while anything holds a location.</p>
    </Notice>
  );
}

function Notice({ isHatched, title, children }: { isHatched: boolean; title: string; children: ReactNode }) {
  return (
    <div className={`${classes.held} ${isHatched ? 'hatched' : ''}`} role="alert" data-held>
      <IconAlertTriangle size={24} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}

/** The server does not take the message as it is. */
function Refused({ error }: { error: ApiFailure }) {
  const sentences = Object.values(error.errors).flat();
  return (
    <ul role="alert">
      {(sentences.length > 0 ? sentences : [error.message]).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The check failed: a message that people need is not held up by it. */
function NoPreview({ error }: { error: Error }) {
  return (
    <Notice isHatched title="How your locations stand is not known">
      <p>Whom the message reaches could not be checked. {messageOf(error)} Do not announce an all clear.</p>
    </Notice>
  );
}

function Reach({ preview, overrides }: { preview: MassMessagePreview; overrides: boolean }) {
  const { people, channels, smsParts, notReached, notReachedCount } = preview;
  const more = notReachedCount - notReached.length;
  return (
    <section className={classes.reach} aria-label="Whom it reaches">
      <p>
        To <strong>{peopleText(people)}</strong>
        {overrides && ', in spite of their notification settings'}
        {notReachedCount > 0 && `; ${people - notReachedCount} of them can be reached now`}
      </p>
      <ul>
        {channels.map((channel) => (
          <li key={channel.channel} data-off={!channel.isConfigured || undefined}>
            {channelText(channel, smsParts)}
          </li>
        ))}
      </ul>
      {notReachedCount > 0 && (
        <details>
          <summary>
            {peopleText(notReachedCount)} {notReachedCount === 1 ? 'is' : 'are'} not reached
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <ul className={classes.missed} aria-label="Who is not reached" tabIndex={0}>
            {notReached.map(({ recipientId, recipientName, why }) => (
              <li key={recipientId}>
                <strong>{recipientName}</strong>: {why}
              </li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        </details>
      )}
    </section>
  );
}
