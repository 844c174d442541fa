/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { PictureView } from './page-view.ts';

/** The camera's picture or the radar's; an old one is not shown at all. */
export function Picture({ picture: { url, alt, taken, covered } }: { picture: PictureView }) {
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
      <figcaption>{taken}</figcaption>
    </figure>
  );
}
