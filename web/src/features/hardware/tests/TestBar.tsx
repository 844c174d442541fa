import type { Hardware } from '@allclear/contract';
import { Progress } from '@mantine/core';
import { useNow } from '../../../clock/use-now.ts';
import classes from './Tests.module.css';

const words = {
  delay: 'Delay test',
  'all-clear': 'All-clear test',
  light: 'Light test',
  drill: 'Drill',
} as const;

/** How far a running test is, by the product clock; its end is its sound's, light and state go on until stopped. */
export function TestBar({ test }: { test: NonNullable<Hardware['test']> }) {
  const nowMs = useNow();
  const begunMs = Date.parse(test.begunUtc);
  const endMs = Date.parse(test.soundEndsUtc);
  const share = nowMs === null || endMs <= begunMs ? 0 : (nowMs - begunMs) / (endMs - begunMs);
  const percent = Math.round(100 * Math.min(1, Math.max(0, share)));
  const word = words[test.kind];
  const staysOn = test.kind === 'delay' || test.kind === 'light';
  const rest = percent < 100 ? `${percent} %` : staysOn ? 'sound is over' : 'ends now';
  return (
    <div className={classes.bar}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} color="var(--warning)" aria-label={word} />
      </Progress.Root>
      <span>
        {word}: {rest}
      </span>
    </div>
  );
}
