import { IconClockExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { span } from '../../../clock/time-text.ts';
import classes from './Stream.module.css';

/** A picture that nothing followed for this long is old, ms. */
export const oldAfterMs = 10_000;
const checkEveryMs = 500;

/** Covers the picture as soon as it is old, and says its age. `age` tells the ms since the last one. */
export function PictureAge({ age }: { age: () => number }) {
  const [ageMs, setAgeMs] = useState(0);
  useEffect(() => {
    const check = () => setAgeMs(age());
    const timer = setInterval(check, checkEveryMs);
    // A tab that slept is judged before it is seen.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [age]);
  if (ageMs <= oldAfterMs) return null;
  return (
    <div className={`${classes.words} ${classes.cover} hatched`}>
      <IconClockExclamation size={32} aria-hidden="true" />
      <div role="alert">
        <h2>The picture has stopped</h2>
      </div>
      <p>
        The last one came {span(Math.floor(ageMs / 1000))} ago. What the camera would show now is not known.
      </p>
    </div>
  );
}
