import classes from './PlaceName.module.css';
import { nameParts } from './place-list.ts';

/**
 * The name of a place in one line: a long one ends in the middle, because names of one organization often begin
 * alike. It has its own direction of writing.
 */
export function PlaceName({ label }: { label: string }) {
  const { head, tail } = nameParts(label);
  return (
    <bdi className={classes.name} dir="auto" title={label}>
      <span className={classes.head}>{head}</span>
      {tail !== '' && <span className={classes.tail}>{tail}</span>}
    </bdi>
  );
}
