import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './Thunder.module.css';

interface FlashCountProps {
  seconds: number;
  onBang: () => void;
  onCancel: () => void;
}

/** From the flash on: one press at the thunder reports it with its distance. */
export function FlashCount({ seconds, onBang, onCancel }: FlashCountProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The press at the flash was on a button that is gone.
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <button ref={button} type="button" className={classes.button} data-hold="counting" onClick={onBang}>
        <IconBolt size={22} aria-hidden="true" />
        <span>
          Thunder now{' '}
          <span className={classes.seconds} aria-hidden="true">
            {seconds} s
          </span>
        </span>
      </button>
      <Button className={classes.second} variant="default" onClick={onCancel}>
        Stop counting
      </Button>
      <p className={classes.hint} role="status">
        Counting. Press when you hear it.
      </p>
    </>
  );
}
