import classes from './WeatherIcon.module.css';
import { iconOf } from './weather-icons.ts';

/** The weather of an hour or a day as an icon, with its name for screen readers and as a tooltip. */
export function WeatherIcon({ icon, text }: { icon: string | null; text: string | null }) {
  const { Main, sky: Sky, sign: Sign, light = false, heavy = false } = iconOf(icon);
  const label = text ?? 'Weather not known';
  return (
    <span
      className={classes.icon}
      title={label}
      data-layered={Sky !== undefined || undefined}
      data-light={light || undefined}
    >
      {Sky && <Sky className={classes.sky} size={20} stroke={1.8} aria-hidden="true" />}
      <Main
        className={classes.main}
        size={Sky ? (light ? 16 : 24) : 26}
        stroke={heavy ? 2.2 : 1.6}
        aria-hidden="true"
      />
      {Sign && <Sign className={classes.sign} size={13} stroke={2.2} aria-hidden="true" />}
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
