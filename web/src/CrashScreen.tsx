import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { FullPage } from './ui/FullPage.tsx';

/** The screen of a crash that no page or card has caught (spec 2 section 8). */
export function CrashScreen({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={
        <FullPage
          title="Way to go, you broke it."
          text="The dashboard failed to load. Do not rely on what it showed before."
        >
          <Button onClick={() => window.location.reload()}>Load again</Button>
        </FullPage>
      }
    >
      {children}
    </ErrorBoundary>
  );
}
