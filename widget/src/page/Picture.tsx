/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { PictureView } from './page-view.ts';

interface PictureProps {
  picture: PictureView;
  /** It is of the radar, with the place in its middle. */
  isRadar: boolean;
}

/** The camera's picture or the radar's; an old one is not shown at all. */
export function Picture({ picture: { url, alt, taken, covered }, isRadar }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const gap =
    covered !== null ? `Too old since ${covered}` : failed === url ? 'The picture did not load' : null;
  if (gap !== null)
    return (
      <figure class="picture hatched">
        <p>
          {alt}
          <span class="age">{gap}</span>
        </p>
      </figure>
    );
  return (
    <figure class="picture">
      <img src={url} alt={alt} onError={() => setFailed(url)} />
      {isRadar && <Rings />}
      <figcaption>{isRadar ? `${taken} · rings at ${ringsMiles.join(' and ')} mi` : taken}</figcaption>
    </figure>
  );
}

const ringsMiles = [10, 20] as const;

/** The place and rings around it, in miles: the radar's picture is 120 by 80 miles and has no map. */
function Rings() {
  return (
    <svg class="rings" viewBox="-60 -40 120 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {ringsMiles.map((miles) => (
        <circle key={miles} r={miles} />
      ))}
      <path d="M-2 0H2M0 -2V2" />
    </svg>
  );
}
