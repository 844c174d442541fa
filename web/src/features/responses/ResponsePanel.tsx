import type { AskedRequest, ResponseForm } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { IconHome, IconMailOpened, IconUrgent } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import classes from './Responses.module.css';
import type { ResponseOutbox } from './response-outbox.ts';
import { givenText, pressWords } from './response-words.ts';

type Kind = ResponseForm['kind'];
const kinds: readonly Kind[] = ['read', 'inside', 'help'];
const icons = { read: IconMailOpened, inside: IconHome, help: IconUrgent };

interface ResponsePanelProps {
  request: AskedRequest;
  outbox: ResponseOutbox;
}

/** What a message asks, and the three ways to respond to it. What is not sent is said by `UnsentResponses`. */
export function ResponsePanel({ request, outbox }: ResponsePanelProps) {
  const { id, headline, response } = request;
  // The response that is being changed: once another one counts, the change is made.
  const [changed, setChanged] = useState<string | null>(null);
  const [busy, setBusy] = useState<Kind | null>(null);
  const press = (kind: Kind, place: string) => {
    if (busy !== null) return;
    setBusy(kind);
    const isChange = response !== null;
    void outbox.press({ requestId: id, headline, kind, place, isChange }).finally(() => setBusy(null));
  };
  if (response !== null && changed !== stateOf(response))
    return (
      <div className={classes.given}>
        <p role="status">{givenText(response)}</p>
        <Button
          variant="default"
          className={classes.change ?? ''}
          onClick={() => setChanged(stateOf(response))}
        >
          Change response
        </Button>
      </div>
    );
  return <Presses busy={busy} press={press} />;
}

const stateOf = ({ kind, place, atUtc }: NonNullable<AskedRequest['response']>) =>
  `${atUtc} ${kind} ${place}`;

interface PressesProps {
  busy: Kind | null;
  press: (kind: Kind, place: string) => void;
}

function Presses({ busy, press }: PressesProps) {
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
            {...(kind === 'help' ? { color: 'var(--danger)', c: 'var(--on-danger)' } : {})}
            fullWidth
            fz={18}
            leftSection={<Icon size={22} aria-hidden="true" />}
            loading={busy === kind}
            disabled={busy !== null && busy !== kind}
            onClick={() => choose(kind)}
          >
            {pressWords[kind]}
          </Button>
        );
      })}
    </div>
  );
}
