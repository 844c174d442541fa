import type { PlaceAnswerKind } from '@allclear/domain';
import { useEffect } from 'react';

const icons: Readonly<Partial<Record<PlaceAnswerKind, string>>> = {
  delay: '/icon-stop.svg',
  stop: '/icon-stop.svg',
  ready: '/icon-ready.svg',
  observing: '/icon-observing.svg',
  unknown: '/icon-unknown.svg',
  'no-lightning-data': '/icon-unknown.svg',
};

/** Gives the browser's tab the icon of an answer while the page is open. */
export function usePageIcon(kind: PlaceAnswerKind): void {
  const icon = icons[kind] ?? '/icon.svg';
  useEffect(() => {
    setIcon(icon);
    return () => setIcon('/icon.svg');
  }, [icon]);
}

function setIcon(href: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', href);
}
