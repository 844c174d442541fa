import type { LightningDelay } from '@allclear/contract';
import type { Page } from '@playwright/test';
import type { ServerUnderTest } from './server-under-test.ts';

/** Everything that the dashboard said of a place at one moment, as texts. */
export interface Look {
  /** Wall time, epoch ms. */
  readonly at: number;
  readonly title: string;
  readonly card: string;
  readonly panel: string;
  /** The card in the strip of a location at the same place. */
  readonly strip: string;
  /** The whole page. */
  readonly page: string;
}

declare global {
  interface Window {
    looks: Look[];
  }
}

/** Looks at the dashboard several times a second from now on; returns a function that reads the looks. */
export async function recordLooks(page: Page, stripLabel: string): Promise<() => Promise<Look[]>> {
  await page.evaluate((label) => {
    const looks: Look[] = [];
    const regionOf = (heading: RegExp) =>
      [...document.querySelectorAll('h2')]
        .find((one) => heading.test(one.textContent ?? ''))
        ?.closest('section')?.innerText ?? '';
    const look = () => {
      const strip = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Other locations"] button')];
      looks.push({
        at: Date.now(),
        title: document.title,
        card: regionOf(/^Lightning Status$/),
        panel: regionOf(/^Active Warnings for/),
        strip: strip.find((one) => one.innerText.includes(label))?.innerText ?? '',
        page: document.body.innerText,
      });
    };
    setInterval(look, 150);
    window.looks = looks;
  }, stripLabel);
  return () => page.evaluate(() => window.looks);
}

/** An answer of `location/Delay/{id}`; `delay` is null while lightning is unobserved. */
export interface DelayAnswer {
  /** Wall time when it was requested and received, epoch ms. */
  readonly askedAt: number;
  readonly hadAt: number;
  readonly delay: LightningDelay | null;
}

/** Calls the API continuously until it is stopped, and records the answers. */
export function followDelay(server: ServerUnderTest, locationId: string) {
  const answers: DelayAnswer[] = [];
  let going = true;
  const done = (async () => {
    while (going) {
      const askedAt = Date.now();
      const answer = await server.lightningOf(locationId);
      const delay = answer.kind === 'unobserved' ? null : (answer as unknown as LightningDelay);
      answers.push({ askedAt, hadAt: Date.now(), delay });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })().catch(() => {
    // A failed journey closes its server; a journey that continues would miss the answers.
  });
  return {
    answers,
    async stop() {
      going = false;
      await done;
    },
  };
}
