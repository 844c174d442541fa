import { IconHelpCircle } from '@tabler/icons-react';
import classes from './MapNote.module.css';

/** A line over the map about missing data. */
export function MapNote({ note }: { note: string }) {
  return (
    <p className={`${classes.note} hatched`}>
      <IconHelpCircle size={16} aria-hidden="true" />
      {note}
    </p>
  );
}
