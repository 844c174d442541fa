import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * No violations of WCAG 2.2 AA or of axe's good practice, in light and in dark; of the whole page, or of the
 * part that a selector names.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  part = 'html',
  colorSchemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A hover state is not part of the page's state.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    // A color during its transition to the other theme would be measured in between. A color that is
    // inherited starts when its parent has changed.
    await page.evaluate(async () => {
      const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
      for (let round = 0; round < 50 && running().length > 0; round++) {
        await Promise.all(running().map((animation) => animation.finished.catch(() => undefined)));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    // Only what is wrong is put together, in the page itself: everything else takes four times as long. Frames need it.
    const { violations } = await new AxeBuilder({ page })
      .include(part)
      .setLegacyMode(page.frames().length === 1)
      .options({
        resultTypes: ['violations'],
        // One rule alone (locked orientation) reads the style sheets, which takes as long as all others.
        preload: false,
        // The second theme has the same elements in other colors.
        ...(colorScheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
      })
      .analyze();
    const messages = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
    expect(messages, `${state}, ${colorScheme}`).toEqual([]);
  }
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.scrollingElement!.scrollWidth,
    screen: window.innerWidth,
  }));
  expect(content, 'the page scrolls sideways').toBeLessThanOrEqual(screen);
}

/** 44 by 44 px, usable with gloves; a page whose style sheet is still on its way may become so. */
export async function expectEasyToTouch(...targets: Locator[]): Promise<void> {
  for (const target of targets)
    await expect(async () => {
      const { width, height } = (await target.boundingBox({ timeout: 10_000 }))!;
      expect({
        target: target.toString(),
        large: width >= 43.9 && height >= 43.9,
        width,
        height,
      }).toMatchObject({ large: true });
    }).toPass({ timeout: 60_000 });
}

/** Accessible, and no wider than the screen, on a phone and on a desk. */
export async function expectFine(page: Page, state: string): Promise<void> {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    // A phone has the same colors: dark ones are measured on the desk, where nothing is folded away.
    await expectAccessible(
      page,
      `${state}, ${size.width} px`,
      'html',
      size.width < 720 ? ['light'] : undefined,
    );
  }
}
