import type { PublicScene } from '@allclear/contract';
import { useState } from 'react';
import { ageText, coverText } from '../screen/stage-words.ts';
import { Covered } from './Covered.tsx';
import classes from './Stage.module.css';

type Radar = NonNullable<Extract<PublicScene, { kind: 'map' }>['picture']>;

/** The radar around a point; an old picture is not shown at all. */
export function Picture({
  picture,
  now,
  timeZone,
}: {
  picture: Radar | null;
  now: number;
  timeZone: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture === null) return <Covered title="Radar" text="There is no radar picture now" />;
  const { url, alt, takenAt, goodUntil } = picture;
  const old = coverText(goodUntil, now, timeZone);
  if (old !== null) return <Covered title={alt} text={old} />;
  if (failed === url) return <Covered title={alt} text="The picture did not load" />;
  return (
    <figure className={classes.picture}>
      <img src={url} alt={alt} onError={() => setFailed(url)} />
      <figcaption>
        {alt} · {ageText(now - Date.parse(takenAt))} ago
      </figcaption>
    </figure>
  );
}

/** Loads the picture of the next scene, which then stands at once. */
export function NextPicture({ scene }: { scene: PublicScene | null }) {
  if (scene?.kind !== 'map' && scene?.kind !== 'camera') return null;
  if (scene.picture === null) return null;
  return <img src={scene.picture.url} alt="" hidden />;
}
