import { Button } from '@mantine/core';
import { useState } from 'react';
import { Setting } from '../settings/Setting.tsx';
import { type AlarmChoice, canVibrate, readAlarm, tryAlarm, writeAlarm } from './alarm.ts';
import classes from './FirstSteps.module.css';

/** Tone and vibration of this device while its dashboard is open. */
export function AlarmSettings() {
  const [choice, setChoice] = useState(() => readAlarm(window.localStorage));
  const choose = (part: Partial<AlarmChoice>) => {
    const next = { ...choice, ...part };
    writeAlarm(window.localStorage, next);
    setChoice(next);
  };
  const canTry = choice.tone || (choice.vibration && canVibrate());
  return (
    <section className={classes.alarm} aria-labelledby="alarm">
      <h2 id="alarm">While the dashboard is open</h2>
      <p>When people must stop or go inside at one of your places from now on:</p>
      <Setting
        label="Tone"
        description="After the page was loaded, a browser plays it only once you have pressed somewhere."
        checked={choice.tone}
        onChange={(on) => choose({ tone: on })}
      />
      <Setting
        label="Vibration"
        description={canVibrate() ? 'On phones.' : 'This browser cannot vibrate.'}
        checked={choice.vibration}
        onChange={(on) => choose({ vibration: on })}
      />
      <Button variant="default" disabled={!canTry} onClick={() => void tryAlarm(choice)}>
        Try it
      </Button>
    </section>
  );
}
