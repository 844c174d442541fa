import { IconBoltFilled } from '@tabler/icons-react';
import classes from './Logo.module.css';

export function Logo() {
  return (
    <span className={classes.logo} aria-hidden="true">
      <IconBoltFilled size={20} />
    </span>
  );
}

/** Where nobody is signed in (spec 3 section 1). */
export function PoweredBy() {
  return (
    <span className={classes.powered}>
      Powered by <IconBoltFilled size="1em" aria-hidden="true" />
      <strong>Allclear</strong>
    </span>
  );
}
