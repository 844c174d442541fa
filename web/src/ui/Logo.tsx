import { IconBoltFilled } from '@tabler/icons-react';
import classes from './Logo.module.css';

export function Logo() {
  return (
    <span className={classes.logo} aria-hidden="true">
      <IconBoltFilled size={20} />
    </span>
  );
}
