import type { CameraUsage } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useId, useMemo } from 'react';
import classes from '../Cameras.module.css';
import { minutesOf } from '../camera-words.ts';
import { usageParts } from './usage-parts.ts';

const UsageDrawing = lazy(() => import('./UsageDrawing.tsx'));
const sizePx = 200;

/** Minutes as rings, and the same as a list beside them, which everybody can read. */
export function UsageChart({ title, parts: all }: { title: string; parts: CameraUsage['byCamera'] }) {
  const id = useId();
  const parts = useMemo(() => usageParts(all), [all]);
  return (
    <section className={classes.chart} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.rings} aria-hidden="true">
        <Suspense fallback={<Skeleton circle height={sizePx} />}>
          <UsageDrawing parts={parts} sizePx={sizePx} />
        </Suspense>
      </div>
      <ul className={classes.legend} aria-labelledby={id}>
        {parts.map(({ name, seconds, color }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two cameras may have one name
          <li key={at}>
            <i style={{ background: color }} aria-hidden="true" />
            <span>{name}</span>
            <strong>{minutesOf(seconds)} min</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
