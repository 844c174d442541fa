import type { Status } from '@allclear/contract';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConnectionBanner, WeatherBar } from '../../features/shell/Banners.tsx';
import { Logo } from '../../ui/Logo.tsx';
import classes from './SetupFrame.module.css';

const steps = [
  ['code', 'Code'],
  ['organization', 'Organization'],
  ['admin', 'Super Admin'],
  ['mail', 'Mail'],
  ['location', 'First location'],
] as const;

export type SetupStep = (typeof steps)[number][0];

/** Every page of the first run: where it stands, and its step. */
export function SetupFrame({
  status,
  step,
  children,
}: {
  status: Status;
  /** Null where there is nothing left to do. */
  step: SetupStep | null;
  children: ReactNode;
}) {
  return (
    <div className={classes.frame}>
      <header>
        <WeatherBar weather={status.weather} speed={status.speed} />
        <ConnectionBanner />
        <div className={classes.top}>
          <Logo />
          <span>Allclear</span>
        </div>
      </header>
      <main className={classes.content}>
        {step !== null && <Progress step={step} />}
        <div className={classes.card}>{children}</div>
      </main>
    </div>
  );
}

function Progress({ step }: { step: SetupStep }) {
  const current = steps.findIndex(([name]) => name === step);
  return (
    <ol className={classes.steps} aria-label="Steps of the setup">
      {steps.map(([name, label], index) => (
        <li
          key={name}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.number}>
            {index < current ? <IconCheck size={16} aria-label="Done" /> : index + 1}
          </span>
          <span className={classes.label}>{label}</span>
        </li>
      ))}
    </ol>
  );
}
