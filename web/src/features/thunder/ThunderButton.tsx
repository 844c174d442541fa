import { Button, Tooltip } from '@mantine/core';
import { IconBolt, IconStopwatch } from '@tabler/icons-react';
import { useState } from 'react';
import { FlashCount } from './FlashCount.tsx';
import classes from './Thunder.module.css';
import { ThunderQuestion } from './ThunderQuestion.tsx';
import { useFlashCount } from './use-flash-count.ts';
import { useHold } from './use-hold.ts';

interface ThunderButtonProps {
  placeName: string;
  /** The seconds from flash to bang; null where nobody counted. */
  onThunder: (flashToBangSeconds: number | null) => void;
}

/** Reports thunder: a finger holds for a second, a mouse or a keyboard answers a question. */
export function ThunderButton({ placeName, onThunder }: ThunderButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const count = useFlashCount();
  const { state, handlers } = useHold(
    () => {
      navigator.vibrate?.(60);
      onThunder(null);
    },
    () => setAsking(true),
  );
  if (count.seconds !== null)
    return (
      <FlashCount
        seconds={count.seconds}
        onBang={() => onThunder(count.stop())}
        onCancel={() => void count.stop()}
      />
    );
  return (
    <>
      <button type="button" className={classes.button} data-hold={state} {...handlers}>
        <IconBolt size={22} aria-hidden="true" />
        <span>{state === 'holding' ? 'Keep holding…' : 'I hear thunder'}</span>
      </button>
      <Tooltip label="Count from the flash">
        <Button
          className={classes.second}
          variant="default"
          leftSection={<IconStopwatch size={20} />}
          onClick={count.start}
        >
          <span className={classes.word}>Count from the flash</span>
        </Button>
      </Tooltip>
      <p className={classes.hint} role="status">
        {state === 'early' && 'Hold for a second'}
        {state === 'idle' && count.isTooLong && 'No thunder for 90 seconds: the count was stopped.'}
      </p>
      {isAsking && (
        <ThunderQuestion
          placeName={placeName}
          onConfirm={(seconds) => {
            setAsking(false);
            onThunder(seconds);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
