import classes from './RollCall.module.css';

/** Marks a roll-call for practice in words. */
export const DrillNote = () => (
  <p className={classes.drill} role="note">
    <strong>This is a drill.</strong> It is for practice: it is not counted as real, and it changes nothing of
    the place.
  </p>
);
