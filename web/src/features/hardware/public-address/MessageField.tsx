import { Textarea } from '@mantine/core';
import { useId } from 'react';
import classes from '../Hardware.module.css';
import { charactersLeft, maxMessageLength } from './message-length.ts';

interface MessageFieldProps {
  label: string;
  description?: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  onChange: (message: string) => void;
}

/** A text that is spoken, with the characters that are left. */
export function MessageField({ value, error, onChange, ...rest }: MessageFieldProps) {
  const id = useId();
  const { text, tone } = charactersLeft(value);
  const isTooLong = value.length > maxMessageLength;
  return (
    <div>
      <Textarea
        size="md"
        autosize
        minRows={2}
        maxRows={6}
        value={value}
        error={error ?? (isTooLong ? `At most ${maxMessageLength} characters` : undefined)}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...rest}
      />
      <span
        id={id}
        className={classes.counter}
        data-tone={tone}
        aria-live={tone === 'normal' ? 'off' : 'polite'}
      >
        {text}
      </span>
    </div>
  );
}
