import { ActionIcon } from '@mantine/core';
import { IconDeviceMobile, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import classes from './FirstSteps.module.css';
import { firstStepsAreSeen, setFirstStepsSeen } from './first-steps-seen.ts';

/** On a phone, until it was opened or closed: one line that leads to the first steps. */
export function FirstStepsLink() {
  const [isSeen, setSeen] = useState(() => firstStepsAreSeen(window.localStorage));
  if (isSeen) return null;
  const close = () => {
    setFirstStepsSeen(window.localStorage);
    setSeen(true);
  };
  return (
    <p className={classes.link}>
      <IconDeviceMobile size={20} aria-hidden="true" />
      <Link to="/first-steps">Set up this phone</Link>
      <ActionIcon aria-label="Do not show Set up this phone again" onClick={close}>
        <IconX size={18} />
      </ActionIcon>
    </p>
  );
}
