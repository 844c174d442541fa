import type { Scene, ShowLayout } from '@allclear/contract';

export const layoutTexts: Readonly<Record<ShowLayout, string>> = {
  wide: 'Wide, 16:9',
  portrait: 'Upright, 9:16',
  ribbon: 'Ribbon, 32:3',
};

export const sceneTexts: Readonly<Record<Scene['kind'], string>> = {
  lightning: 'Lightning',
  map: 'Radar map',
  conditions: 'Current conditions',
  forecast: 'Forecast',
  warnings: 'Warnings',
  camera: 'Camera',
  message: 'Message',
};

/** 'one link', '3 links'. */
export function linksText(count: number): string {
  return count === 1 ? 'one link' : `${count} links`;
}

/** What is lost with a show. */
export function deletionText(links: number): string {
  const screens =
    links === 0
      ? 'No link opens it now.'
      : `${linksText(links).replace(/^o/, 'O')} ${links === 1 ? 'opens' : 'open'} it: every screen that shows it ends within two seconds.`;
  return `${screens} This cannot be undone.`;
}
