import type { Page } from '@playwright/test';

/** What the Lightning Status card said, and when (wall time, epoch ms). */
export interface CardMoment {
  readonly at: number;
  readonly says: 'all-clear' | 'delay' | 'observing' | 'unavailable' | 'other';
}

/**
 * Notes every change of what the card says from now on, also those too short for a test to see by looking;
 * brings a way to read the notes.
 */
export async function recordLightningCard(page: Page): Promise<() => Promise<CardMoment[]>> {
  await page.evaluate(() => {
    const moments: { at: number; says: string }[] = [];
    const note = () => {
      const title = [...document.querySelectorAll('h2')].find(
        (heading) => heading.textContent === 'Lightning Status',
      );
      const text = title?.closest('section')?.innerText ?? '';
      let says = 'other';
      if (/All Clear/.test(text)) says = 'all-clear';
      else if (/temporarily unavailable/.test(text)) says = 'unavailable';
      else if (/Delay:/.test(text)) says = 'delay';
      else if (/Observing/.test(text)) says = 'observing';
      if (moments.at(-1)?.says !== says) moments.push({ at: Date.now(), says });
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    note();
    Object.assign(window, { lightningMoments: moments });
  });
  return () =>
    page.evaluate(() => (window as unknown as { lightningMoments: CardMoment[] }).lightningMoments);
}
