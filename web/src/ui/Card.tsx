import { type ReactNode, useId } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import classes from './Card.module.css';

interface CardProps {
  title: string;
  /** Small text right of the title, usually an age. */
  age?: ReactNode;
  /** The severe state: the card's border has the danger color. */
  severe?: boolean;
  /** The unknown state: the whole card is hatched. */
  unknown?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A card of the dashboard: a section labeled by its heading. */
export function Card({ title, age, severe = false, unknown = false, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`${classes.card} ${severe ? classes.severe : ''} ${unknown ? 'hatched' : ''} ${className}`}
      data-severe={severe || undefined}
      data-unknown={unknown || undefined}
    >
      <header className={classes.header}>
        <h2 id={id}>{title}</h2>
        {age && <span className={classes.age}>{age}</span>}
      </header>
      {children}
    </section>
  );
}

/**
 * A card whose content crashed shows the text of the specification; the rest of the page continues to work.
 */
export function GuardedCard({
  title,
  fallback,
  resetKey,
  children,
}: {
  title: string;
  fallback: string;
  resetKey: string;
  children: ReactNode;
}) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      fallbackRender={() => (
        <Card title={title} unknown>
          <p className={classes.fallback} role="alert">
            {fallback}
          </p>
        </Card>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
