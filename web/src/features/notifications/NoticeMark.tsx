import { IconBellRinging, IconCheck, IconFlask, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react';
import { EventIcon } from '../../ui/EventIcon.tsx';
import classes from './Notices.module.css';
import { markOf } from './notice-text.ts';

/** The round icon before a notice: the threat of a warning, or the check mark of an all clear. */
export function NoticeIcon({ kind, eventType }: { kind: string; eventType: number }) {
  const { tone } = markOf(kind);
  return (
    <span className={classes.mark} data-tone={tone}>
      <Shape tone={tone} eventType={eventType} />
    </span>
  );
}

function Shape({ tone, eventType }: { tone: ReturnType<typeof markOf>['tone']; eventType: number }) {
  switch (tone) {
    case 'danger':
      return eventType === 1 ? (
        <IconBellRinging size={20} aria-hidden="true" />
      ) : (
        <EventIcon type={eventType} />
      );
    case 'clear':
      return <IconCheck size={20} aria-hidden="true" />;
    case 'unknown':
      return <IconHelpCircle size={20} aria-hidden="true" />;
    case 'test':
      return <IconFlask size={20} aria-hidden="true" />;
    case 'neutral':
      return <IconInfoCircle size={20} aria-hidden="true" />;
  }
}

/** The kind in words, in its color. */
export function NoticeWord({ kind }: { kind: string }) {
  const { tone, word } = markOf(kind);
  return (
    <span className={classes.word} data-tone={tone}>
      {word}
    </span>
  );
}
