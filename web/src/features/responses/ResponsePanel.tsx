import type { AskedRequest, ResponseForm } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { IconHome, IconMailOpened, IconUrgent } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import classes from './Responses.module.css';
import { givenText, pressWords } from './response-words.ts';

type Kind = ResponseForm['kind'];
const kinds: readonly Kind[] = ['read', 'inside', 'help'];
const icons = { read: IconMailOpened, inside: IconHome, help: IconUrgent };

interface ResponsePanelProps {
  request: AskedRequest;
  /** Sends a response; answers with the request as it is then. */
  send: (form: ResponseForm) => Promise<AskedRequest>;
  onSent: (request: AskedRequest) => void;
}

/** What a message asks, and the three ways to respond to it. */
export function ResponsePanel({ request, send, onSent }: ResponsePanelProps) {
  const { response } = request;
  const [isChanging, setChanging] = useState(false);
  const sending = useSending(request, send, (answer) => {
    setChanging(false);
    onSent(answer);
  });
  if (response !== null && !isChanging)
    return (
      <div className={classes.given}>
        <p role="status">{givenText(response)}</p>
        <Button variant="default" className={classes.change ?? ''} onClick={() => setChanging(true)}>
          Change response
        </Button>
      </div>
    );
  return <Presses sending={sending} />;
}

interface Sending {
  readonly busy: Kind | null;
  /** Why the last press was not sent; null when it was. */
  readonly failure: string | null;
  press(kind: Kind, place: string): void;
}

function useSending(
  { response }: AskedRequest,
  send: ResponsePanelProps['send'],
  onSent: ResponsePanelProps['onSent'],
): Sending {
  const [busy, setBusy] = useState<Kind | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // The same press again, after an answer that was lost, is the same response.
  const unanswered = useRef<{ content: string; key: string } | null>(null);
  return {
    busy,
    failure,
    press(kind, place) {
      if (busy !== null) return;
      const content = `${kind} ${place}`;
      if (unanswered.current?.content !== content) unanswered.current = { content, key: randomUuid() };
      setBusy(kind);
      setFailure(null);
      send({ key: unanswered.current.key, kind, place, isChange: response !== null })
        .then(
          (answer) => {
            unanswered.current = null;
            onSent(answer);
          },
          (thrown: unknown) => setFailure(messageOf(thrown)),
        )
        .finally(() => setBusy(null));
    },
  };
}

function Presses({ sending: { busy, failure, press } }: { sending: Sending }) {
  const [place, setPlace] = useState('');
  const [isPlaceMissing, setPlaceMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const choose = (kind: Kind) => {
    const isMissing = kind === 'inside' && place.trim() === '';
    setPlaceMissing(isMissing);
    if (isMissing) return field.current?.focus();
    press(kind, kind === 'read' ? '' : place.trim());
  };
  return (
    <div className={classes.presses}>
      <TextInput
        ref={field}
        id={id}
        label="Where are you?"
        description="Needed for We are inside."
        size="md"
        maxLength={120}
        value={place}
        error={isPlaceMissing ? 'Say where you are inside' : undefined}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
      />
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Button
            key={kind}
            className={classes.press ?? ''}
            data-kind={kind}
            variant={kind === 'help' ? 'filled' : 'default'}
            {...(kind === 'help' ? { color: 'var(--danger)' } : {})}
            fullWidth
            leftSection={<Icon size={22} aria-hidden="true" />}
            loading={busy === kind}
            disabled={busy !== null && busy !== kind}
            onClick={() => choose(kind)}
          >
            {pressWords[kind]}
          </Button>
        );
      })}
      {failure !== null && (
        <p className={classes.failure} role="alert">
          Your response was not sent: {failure} Press again.
        </p>
      )}
    </div>
  );
}
