import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './Shell.module.css';

/**
 * The main navigation on a desktop. It scrolls within the window below the head, whose height (px) changes with its
 * banners: more links than a window has room for do not make the page longer.
 */
export function Rail({ headPx, children }: { headPx: number; children: ReactNode }) {
  const links = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another link, another head another window
  useEffect(() => {
    if (links.current) showCurrent(links.current);
  }, [pathname, headPx]);
  return (
    <nav className={classes.rail} aria-label="Main">
      <div ref={links} className={classes.railLinks} style={{ '--head': `${headPx}px` } as CSSProperties}>
        {children}
      </div>
    </nav>
  );
}

/** Room that stays above and below the current link, px. */
const around = 14;

/** Scrolls to the link of this page. `scrollIntoView` would scroll the page as well. */
function showCurrent(links: HTMLElement): void {
  const current = links.querySelector<HTMLElement>('[aria-current="page"]');
  if (!current) return;
  const top = current.offsetTop - around;
  const bottom = current.offsetTop + current.offsetHeight + around;
  if (top < links.scrollTop) links.scrollTop = top;
  else if (bottom > links.scrollTop + links.clientHeight) links.scrollTop = bottom - links.clientHeight;
}
