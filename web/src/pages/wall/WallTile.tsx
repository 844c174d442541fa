import { answerIcons, isHatched } from '../../features/locations/answer/answer-icons.ts';
import { shortNames } from '../places/place-list.ts';
import type { PlaceView } from '../places/place-view.ts';
import classes from './WallTile.module.css';
import { fitTile } from './wall-fit.ts';
import { nameCharacters, type TileSizes } from './wall-layout.ts';
import { tileText } from './wall-view.ts';

interface WallTileProps {
  label: string;
  /** The names that are shown beside it: no two are cut to the same. */
  among: readonly string[];
  view: PlaceView;
  sizes: TileSizes;
  /** Who decides and who watches there; '' where nobody is named. */
  duty?: string;
}

/** A place to be read across a room: hatched while it is not known, filled where people should act. */
export function WallTile({ label, among, view, sizes, duty = '' }: WallTileProps) {
  const { kind } = view;
  const text = tileText(view, duty);
  const { large, instruction, untilAtLeast, evidence } = text;
  const fit = fitTile(label, text, sizes);
  const Icon = answerIcons[kind];
  return (
    <div
      className={`${classes.tile} ${isHatched(kind) ? 'hatched' : ''}`}
      data-state={kind}
      style={{ '--tile-padding': `${sizes.paddingPx}px`, fontSize: sizes.linePx } as React.CSSProperties}
    >
      <p className={classes.name} style={{ fontSize: sizes.namePx }}>
        <bdi dir="auto" style={{ WebkitLineClamp: fit.nameLines }}>
          {fit.isNameWhole ? label : shortNames(among, nameCharacters(sizes, fit.nameLines))(label)}
        </bdi>
        <Icon size="1.2em" stroke={2} aria-hidden="true" />
      </p>
      <p className={classes.large} style={{ fontSize: fit.largePx }}>
        {large}
      </p>
      <div>
        <p className={classes.instruction}>
          <span className={classes.lines} style={{ WebkitLineClamp: fit.instructionLines }}>
            {instruction}
          </span>
          {untilAtLeast && <span className={classes.whole}>{untilAtLeast}</span>}
        </p>
        {fit.evidenceLines > 0 && (
          <p
            className={`${classes.evidence} ${classes.lines}`}
            style={{ WebkitLineClamp: fit.evidenceLines }}
          >
            {evidence}
          </p>
        )}
        {fit.hasDuty && <p className={`${classes.evidence} ${classes.duty}`}>{duty}</p>}
      </div>
    </div>
  );
}
