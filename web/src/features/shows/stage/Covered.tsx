import classes from './Stage.module.css';

/** A part of which nothing current is known: hatched, with what it is and why. */
export function Covered({ title, text }: { title: string; text: string }) {
  return (
    <div className={`${classes.covered} ${classes.unknown}`} data-covered>
      <p>{title}</p>
      <p className={classes.middle}>{text}</p>
    </div>
  );
}
