import type { Page } from '@playwright/test';

/** What the Lightning Status card showed, and when (wall time, epoch ms). */
export interface CardMoment {
  readonly at: number;
  readonly says: 'all-clear' | 'delay' | 'observing' | 'unavailable' | 'other';
}

declare global {
  interface Window {
    lightningMoments: CardMoment[];
  }
}

/**
 * Records every change of the card's text from now on, also changes too short for a test to poll; returns a
 * function that reads the record.
 */
export async function recordLightningCard(page: Page): Promise<() => Promise<CardMoment[]>> {
  await page.evaluate(() => {
    const moments: CardMoment[] = [];
    const note = () => {
      const title = [...document.querySelectorAll('h2')].find(
        (heading) => heading.textContent === 'Lightning Status',
      );
      const shown = title?.closest('section');
      const text = shown?.innerText ?? '';
      const hasRing = (state: string) => shown?.querySelector(`li[aria-label*=": ${state}"]`) != null;
      let says: CardMoment['says'] = 'other';
      if (/All Clear/.test(text)) says = 'all-clear';
      else if (/temporarily unavailable/.test(text)) says = 'unavailable';
      else if (hasRing('delay')) says = 'delay';
      else if (hasRing('quiet not yet observed')) says = 'observing';
      if (moments.at(-1)?.says !== says) moments.push({ at: Date.now(), says });
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    note();
    window.lightningMoments = moments;
  });
  return () => page.evaluate(() => window.lightningMoments);
}
