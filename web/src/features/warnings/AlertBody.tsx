import type { Advisory } from '@allclear/contract';
import { emphasized } from '@allclear/domain';
import classes from './ActiveWarnings.module.css';
import { noticeLines } from './warnings-view.ts';

/** An alert of the weather service: its headline and its description, the lead parts in bold. */
export function AlertBody({ alert }: { alert: Advisory }) {
  const lines = noticeLines(alert.Description);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and is scrolled with the keyboard too
    <section className={classes.alert} aria-label={`Text of ${alert.Event}`} tabIndex={0}>
      <h3>{alert.Headline || alert.Event}</h3>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which has no other order
        <Line key={i} line={line} />
      ))}
    </section>
  );
}

function Line({ line }: { line: string }) {
  const parts = emphasized(line);
  if (!parts) return <p>{line}</p>;
  return (
    <p>
      <strong>{parts[0]}</strong>
      {parts[1]}
    </p>
  );
}
