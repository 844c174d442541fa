import classes from './MapCrash.module.css';

/** In the place of a map that could not be drawn. */
export function MapCrash() {
  return (
    <p className={`${classes.crash} hatched`} role="alert">
      Your map data got lost. Give us a moment and we'll find our way back to you!
    </p>
  );
}
