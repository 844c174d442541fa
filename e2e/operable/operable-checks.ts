import { expect, type Page } from '@playwright/test';

/** What can be operated by pointer or keyboard. */
const interactive =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"], [role="button"]';

/**
 * Every interactive target of the page or of a part is at least 24 × 24 px (WCAG 2.5.8; links within a text are
 * exempt). A label and an extended touch area count, as they do for a finger.
 */
export async function expectLargeTargets(page: Page, state: string, part = 'body'): Promise<void> {
  const small = await page.evaluate(smallTargets, { part, interactive });
  expect.soft(small, `${state}: targets under 24 × 24 px`).toEqual([]);
}

/**
 * Everything that takes the focus shows it with an outline of at least 2 px, on itself or on what stands for it
 * (the track of a switch): in both themes at a contrast of at least 3:1, and in forced colors.
 */
export async function expectVisibleFocus(page: Page, state: string, part = 'body'): Promise<void> {
  // A key makes the focus of a script visible, as the Tab key would.
  await page.keyboard.press('Shift');
  for (const [colorScheme, forcedColors] of [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    const minContrast = forcedColors === 'active' ? 0 : 3;
    const faint = await page.evaluate(faintFocus, { part, interactive, minContrast });
    expect.soft(faint, `${state}, ${colorScheme}, forced colors ${forcedColors}: focus not seen`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
}

interface Part {
  part: string;
  interactive: string;
}

/** Runs in the page. */
function smallTargets({ part, interactive }: Part): string[] {
  const minPx = 24;
  /** A pixel on each side is left out: boxes lie between pixels. */
  const reachPx = minPx / 2 - 1;
  const isInline = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
  const isHit = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return hit !== null && [element, ...labels].some((one) => one.contains(hit) || hit.contains(one));
  };
  const isLarge = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    if (width >= minPx - 0.1 && height >= minPx - 0.1) return true;
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const shown = label && width < 2 ? label : element;
    shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = shown.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return [
      [-reachPx, 0],
      [reachPx, 0],
      [0, -reachPx],
      [0, reachPx],
    ].every(([dx = 0, dy = 0]) => isHit(element, x + dx, y + dy));
  };
  return [...document.querySelectorAll<HTMLElement>(`${part} :is(${interactive})`)]
    .filter(
      (element) =>
        element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
        element.getClientRects().length > 0 &&
        element.closest('[inert], [aria-hidden="true"], .visually-hidden, .skip-link') === null &&
        element.tabIndex >= 0 &&
        !isInline(element) &&
        !isLarge(element),
    )
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 160)}`;
    });
}

/** Runs in the page. */
async function faintFocus({
  part,
  interactive,
  minContrast,
}: Part & { minContrast: number }): Promise<string[]> {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const rgba = (color: string) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data] as [number, number, number, number];
  };
  const luminance = (color: string) => {
    const [r, g, b] = rgba(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  /** The opaque color behind an element. */
  const ground = (element: Element | null): string => {
    if (element === null) return getComputedStyle(document.body).backgroundColor;
    const { backgroundColor } = getComputedStyle(element);
    return rgba(backgroundColor)[3] === 255 ? backgroundColor : ground(element.parentElement);
  };
  const shown = (element: HTMLElement) => [
    element,
    ...(element.parentElement?.children ?? []),
    ...[element.parentElement, element.parentElement?.parentElement].filter((one) => one != null),
    ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
  ];
  const outline = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
    return { width: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth), outlineColor, outlineOffset };
  };
  const faint: string[] = [];
  // A list repeats its controls: the first three of a kind stand for all.
  const seen = new Map<string, number>();
  for (const element of document.querySelectorAll<HTMLElement>(`${part} :is(${interactive})`)) {
    if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('[inert], [aria-hidden="true"]') || element.matches(':disabled')) continue;
    const kind = [element, element.parentElement].map((one) => `${one?.tagName} ${one?.className}`).join();
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    if (times > 3) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    const widest = shown(element)
      .map((one) => ({ one, ...outline(one) }))
      .sort((a, b) => b.width - a.width)[0];
    const behind =
      widest && ground(parseFloat(widest.outlineOffset) < 0 ? widest.one : widest.one.parentElement);
    const found = widest && behind ? contrast(widest.outlineColor, behind) : 0;
    if (!widest || widest.width < 2 || found < minContrast)
      faint.push(`${widest?.width} px, ${found.toFixed(1)}:1 ${element.outerHTML.slice(0, 160)}`);
    element.blur();
  }
  return faint;
}
