import type { Page } from '@playwright/test';
import type { ApiLightning, ServerUnderTest } from './server-under-test.ts';

/** Everything that the dashboard said of a place at one moment, as texts. */
export interface Sample {
  /** Wall time, epoch ms. */
  readonly at: number;
  readonly title: string;
  /** What to do, on top of the page. */
  readonly band: string;
  readonly card: string;
  readonly panel: string;
  /** The card in the strip of a location at the same place. */
  readonly strip: string;
  /** The whole page. */
  readonly page: string;
}

declare global {
  interface Window {
    samples: Sample[];
  }
}

/** Samples the dashboard several times a second from now on; returns a function that reads the samples. */
export async function recordSamples(page: Page, stripLabel: string): Promise<() => Promise<Sample[]>> {
  await page.evaluate((label) => {
    const samples: Sample[] = [];
    const regionOf = (heading: RegExp) =>
      [...document.querySelectorAll('h2')]
        .find((one) => heading.test(one.textContent ?? ''))
        ?.closest('section')?.innerText ?? '';
    const sample = () => {
      // A warning is one line until it is opened.
      document.querySelector<HTMLElement>('li[data-kind="policy"] > button[aria-expanded="false"]')?.click();
      const strip = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Other locations"] button')];
      samples.push({
        at: Date.now(),
        title: document.title,
        band: document.querySelector<HTMLElement>('section[aria-label^="What to do at"]')?.innerText ?? '',
        card: regionOf(/^Lightning Status$/),
        panel: regionOf(/^Active Warnings for/),
        strip: strip.find((one) => one.innerText.includes(label))?.innerText ?? '',
        page: document.body.innerText,
      });
    };
    setInterval(sample, 150);
    window.samples = samples;
  }, stripLabel);
  return () => page.evaluate(() => window.samples);
}

type ObservedLightning = Exclude<ApiLightning, { kind: 'unobserved' }>;

/** An answer of `location/Delay/{id}`; `delay` is null while lightning is unobserved. */
export interface DelayAnswer {
  /** Wall time when it was requested and received, epoch ms. */
  readonly askedAt: number;
  readonly hadAt: number;
  readonly delay: ObservedLightning | null;
}

/** Calls the API continuously until it is stopped, and records the answers. */
export function followDelay(server: ServerUnderTest, locationId: string) {
  const answers: DelayAnswer[] = [];
  let going = true;
  const done = (async () => {
    while (going) {
      const askedAt = Date.now();
      const answer = await server.lightningOf(locationId);
      const delay = answer.kind === 'unobserved' ? null : answer;
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
