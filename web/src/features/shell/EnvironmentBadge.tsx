import classes from './EnvironmentBadge.module.css';

/** In the top bar of an installation that is not the production one (spec 3 section 2.2). */
export function EnvironmentBadge({ name }: { name: string | null | undefined }) {
  if (!name) return null;
  return (
    <span className={classes.badge}>
      <span className="visually-hidden">Environment: </span>
      {name}
    </span>
  );
}
