import { useLayoutEffect } from 'react';

/**
 * The title of a browser tab. Weather that is not live stands before everything else.
 *
 * @param weather as the status names it: 'live', 'simulated' or 'replay:NAME'
 */
export function pageTitle(title: string, weather: string): string {
  const mark = weather === 'live' ? '' : weather.startsWith('replay:') ? 'REPLAYED · ' : 'SIMULATED · ';
  return `${mark}${title} · Allclear`;
}

/** Names the browser's tab after the page, in the same step as the page changes: they never contradict each other. */
export function usePageTitle(title: string, weather: string): void {
  useLayoutEffect(() => {
    document.title = pageTitle(title, weather);
  }, [title, weather]);
}
