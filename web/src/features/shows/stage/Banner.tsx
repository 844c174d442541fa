import { unbroken } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import classes from './Stage.module.css';
import { stateIcons } from './state-icons.ts';
import { type CoveringProps, placesOf } from './Takeover.tsx';

const perPage = { wide: 2, portrait: 2, ribbon: 1 } as const;

/** Above the scenes: places that are to be ready, or whose lightning nothing observes. */
export function Banner({ show, elapsedMs, placeIds }: CoveringProps & { placeIds: readonly string[] }) {
  const { items, page, pages } = pageAt(placesOf(show, placeIds), perPage[show.layout], elapsedMs);
  return (
    <ul className={classes.banner} aria-label="Places to watch">
      {items.map(({ id, name, answer }) => {
        const Icon = stateIcons[answer.kind];
        return (
          <li key={id} data-state={answer.kind}>
            <Icon aria-hidden="true" />
            <span>
              <strong>{name}</strong>{' '}
              {unbroken([answer.instruction, ...answer.reasons.slice(0, 1)].join(' · '))}
            </span>
          </li>
        );
      })}
      {pages > 1 && (
        <li className={classes.more}>
          {page + 1} of {pages}
        </li>
      )}
    </ul>
  );
}
