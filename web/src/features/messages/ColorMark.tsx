import classes from './Forecasts.module.css';

/** The color of a forecast's type. Decorative: the type is always named beside it. */
export function ColorMark({ color }: { color: string }) {
  return <span className={classes.mark} style={{ backgroundColor: color }} aria-hidden="true" />;
}
