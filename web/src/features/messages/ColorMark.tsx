import classes from './Forecasts.module.css';

/** The colour of a forecast's type. It only adorns: the type is always named beside it. */
export function ColorMark({ color }: { color: string }) {
  return <span className={classes.mark} style={{ backgroundColor: color }} aria-hidden="true" />;
}
