import type { ReactNode } from 'react';
import classes from '../LiveRadar.module.css';
import { MapNote } from './MapNote.tsx';

/** A text about missing data of the map: an empty map must not look like quiet weather. */
export function LayerNotes({ notes, children }: { notes: readonly string[]; children?: ReactNode }) {
  return (
    <div className={classes.notes} role="status" aria-label="What the map does not show">
      {children}
      {notes.map((note) => (
        <MapNote key={note} note={note} />
      ))}
    </div>
  );
}
