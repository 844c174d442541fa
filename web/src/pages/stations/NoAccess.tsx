import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/page-title.ts';
import page from '../page.module.css';

const title = 'Weather station';

/** The same for a station that may not be opened and for one that does not exist: nothing is learned of others. */
export function NoAccess({ weather, children }: { weather: string; children?: ReactNode }) {
  usePageTitle(title, weather);
  return (
    <div className={page.alone} role="alert">
      <h1>You do not have access to view this page.</h1>
      {children}
    </div>
  );
}

export function OpeningStation({ weather }: { weather: string }) {
  usePageTitle(title, weather);
  return (
    <div className={page.alone} role="status" aria-label="Loading the weather station">
      <Loader color="var(--primary)" />
    </div>
  );
}

export function StationUnavailable({ weather }: { weather: string }) {
  usePageTitle(title, weather);
  return (
    <div className={page.alone} role="alert">
      <h1>This weather station is temporarily unavailable</h1>
      <p>We keep trying.</p>
    </div>
  );
}
