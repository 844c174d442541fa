import type { MassMessage } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconCopy, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortDateTime } from '../../clock/time-text.ts';
import { DrillMark } from './DrillMark.tsx';
import classes from './MassNotify.module.css';
import { peopleText } from './preview-words.ts';
import { progressParts } from './progress-words.ts';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface HistoryItemProps {
  message: MassMessage;
  onCopy: (message: MassMessage) => void;
  onOpen: (message: MassMessage) => void;
  /** Who has responded, where the message asks for it. */
  responses?: ReactNode;
}

/** A message that was sent, and how far it is. */
export function HistoryItem({ message, onCopy, onOpen, responses }: HistoryItemProps) {
  const { headline, created, sentBy, progress } = message;
  return (
    <li className={classes.item}>
      <Head message={message} />
      <p className={classes.muted}>
        {shortDateTime(created, readersZone)} · {sentBy ?? 'Somebody who was deleted'} ·{' '}
        {peopleText(progress?.recipients ?? message.recipients.length)}
      </p>
      <p className={classes.text}>{message.message}</p>
      {progress && (
        <ul className={classes.progress} aria-label={`Progress: ${headline}`}>
          {progressParts(progress).map(({ state, count, label, tone }) => (
            <li key={state} data-tone={tone}>
              {label} {count}
            </li>
          ))}
        </ul>
      )}
      {responses}
      <div className={classes.row}>
        <Button
          variant="default"
          leftSection={<IconUsers size={18} aria-hidden="true" />}
          aria-label={`Recipients: ${headline}`}
          aria-haspopup="dialog"
          onClick={() => onOpen(message)}
        >
          Recipients
        </Button>
        <CopyButton message={message} onCopy={onCopy} />
      </div>
    </li>
  );
}

interface TemplateItemProps {
  template: MassMessage;
  /** It is in the form. */
  isLoaded: boolean;
  onCopy: (message: MassMessage) => void;
  onDelete: (message: MassMessage) => void;
}

export function TemplateItem({ template, isLoaded, onCopy, onDelete }: TemplateItemProps) {
  return (
    <li className={classes.item} data-loaded={isLoaded || undefined}>
      <Head message={template} />
      <p className={classes.text}>{template.message}</p>
      <p className={classes.muted}>
        {template.senderText}
        {isLoaded && ' · In the form'}
      </p>
      <div className={classes.row}>
        <CopyButton message={template} onCopy={onCopy} />
        <Button
          variant="subtle"
          color="var(--danger)"
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          aria-label={`Delete: ${template.headline}`}
          aria-haspopup="dialog"
          onClick={() => onDelete(template)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

function Head({ message: { headline, isDrill } }: { message: MassMessage }) {
  return (
    <div className={classes.head}>
      <h3>{headline}</h3>
      {isDrill && <DrillMark />}
    </div>
  );
}

function CopyButton({ message, onCopy }: Pick<HistoryItemProps, 'message' | 'onCopy'>) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden="true" />}
      aria-label={`Copy: ${message.headline}`}
      onClick={() => onCopy(message)}
    >
      Copy
    </Button>
  );
}
