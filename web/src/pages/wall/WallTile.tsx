import { answerIcons, isHatched } from '../../features/locations/answer/answer-icons.ts';
import { shortName } from '../places/place-list.ts';
import type { PlaceView } from '../places/place-view.ts';
import classes from './WallTile.module.css';
import { largeTextPx, nameCharacters, type TileSizes } from './wall-layout.ts';
import { tileText } from './wall-view.ts';

interface WallTileProps {
  label: string;
  view: PlaceView;
  sizes: TileSizes;
}

/** A place to be read across a room: hatched while it is not known, filled where people should act. */
export function WallTile({ label, view, sizes }: WallTileProps) {
  const { kind } = view;
  const { large, instruction, untilAtLeast, evidence } = tileText(view);
  // Where no time is counted there is room for more of a long name.
  const nameLines = untilAtLeast === null ? 3 : 2;
  const Icon = answerIcons[kind];
  return (
    <div
      className={`${classes.tile} ${isHatched(kind) ? 'hatched' : ''}`}
      data-state={kind}
      style={{ padding: sizes.paddingPx, fontSize: sizes.linePx }}
    >
      <p className={classes.name} style={{ fontSize: sizes.namePx }}>
        <bdi dir="auto" style={{ WebkitLineClamp: nameLines }}>
          {shortName(label, nameCharacters(sizes, nameLines))}
        </bdi>
        <Icon size="1.2em" stroke={2} aria-hidden="true" />
      </p>
      <p className={classes.large} style={{ fontSize: largeTextPx(large, sizes) }}>
        {large}
      </p>
      <div>
        <p className={classes.instruction}>
          <span>{instruction}</span>
          {untilAtLeast && <span className={classes.whole}>{untilAtLeast}</span>}
        </p>
        <p className={classes.evidence}>{evidence}</p>
      </div>
    </div>
  );
}
