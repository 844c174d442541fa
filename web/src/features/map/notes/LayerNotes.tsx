import type { ReactNode } from 'react';
import classes from '../LiveRadar.module.css';
import { MapNote } from './MapNote.tsx';

/** What is not known of what the map shows, in words: an empty map must not pass for a quiet sky. */
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
