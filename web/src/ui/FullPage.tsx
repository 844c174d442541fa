import type { ReactNode } from 'react';
import classes from './FullPage.module.css';
import { Logo, PoweredBy } from './Logo.tsx';

interface FullPageProps {
  /** '' while nothing is known of the page yet. */
  title: string;
  text?: string;
  /** Details for support, in small print. */
  detail?: string | undefined;
  busy?: boolean;
  /** Whether nobody is signed in. */
  isPublic?: boolean;
  /** Under the actions, over the full width. */
  notice?: ReactNode;
  children?: ReactNode;
}

/** A page outside the shell: signing in, not allowed, not found. */
export function FullPage({
  title,
  text,
  detail,
  busy = false,
  isPublic = false,
  notice,
  children,
}: FullPageProps) {
  return (
    <main className={classes.page} aria-busy={busy}>
      <div className={classes.box}>
        <Logo />
        {title && <h1 className={classes.title}>{title}</h1>}
        {text && <p className={classes.text}>{text}</p>}
        {children && <div className={classes.actions}>{children}</div>}
        {notice}
        {detail && <p className={classes.detail}>{detail}</p>}
        {isPublic && (
          <p className={classes.powered}>
            <PoweredBy />
          </p>
        )}
      </div>
    </main>
  );
}
