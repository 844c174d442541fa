import type { PublicScene } from '@allclear/contract';
import { useState } from 'react';
import { ageText, coverText } from '../screen/stage-words.ts';
import { Covered } from './Covered.tsx';
import classes from './Stage.module.css';

interface StillProps {
  scene: Extract<PublicScene, { kind: 'camera' }>;
  /** The server's wall clock, epoch ms. */
  wallMs: number;
  timeZone: string;
}

/** The newest still of a camera with its age. One that is too old is not shown, and why there is no newer one is said. */
export function Still({ scene, wallMs, timeZone }: StillProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { name, picture, problem } = scene;
  if (picture === null) return <Covered title={name} text={problem ?? 'There is no picture now'} />;
  const { url, alt, wallTakenAt, wallGoodUntil } = picture;
  const old = coverText(wallGoodUntil, wallMs, timeZone);
  if (old !== null) return <Covered title={name} text={problem === null ? old : `${problem} · ${old}`} />;
  if (failed === url) return <Covered title={name} text="The picture did not load" />;
  return (
    <figure className={classes.picture}>
      <img src={url} alt={alt} onError={() => setFailed(url)} />
      <figcaption>
        {name} · {ageText(wallMs - Date.parse(wallTakenAt))} ago
      </figcaption>
    </figure>
  );
}
