import type { CurrentUser, Status } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import classes from './demonstration.module.css';

const Demonstration = lazy(() => import('./Demonstration.tsx'));
const panelId = 'demonstration';

/**
 * The guided demonstration of simulated weather: a button and the panel that it opens. Nothing of it with any
 * other weather, and for people who may not start one.
 */
export function useDemonstration(
  status: Status,
  user: CurrentUser | undefined,
): { button: ReactNode; panel: ReactNode } {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  if (status.weather !== 'simulated' || !user?.permissions.includes('strikes:ingest'))
    return { button: null, panel: null };
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };
  return {
    button: (
      <UnstyledButton
        ref={button}
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        Demonstration
      </UnstyledButton>
    ),
    panel: isOpen && (
      <ErrorBoundary fallback={<p className={classes.crash}>The demonstration does not work right now.</p>}>
        <Suspense fallback={null}>
          <Demonstration id={panelId} status={status} onClose={closeAndReturn} />
        </Suspense>
      </ErrorBoundary>
    ),
  };
}
