import type { PublicShow } from '@allclear/contract';
import { useReducedMotion } from '@mantine/hooks';
import { pageAt, piecesOf } from '../screen/turning.ts';
import classes from './Stage.module.css';

/** Characters that fit in the line. */
const characters = { wide: 70, portrait: 28, ribbon: 100 } as const;
const secondsPerCharacter = 0.16;

interface TickerProps {
  text: string;
  layout: PublicShow['layout'];
  elapsedMs: number;
}

/** A line that moves along the bottom; it stands and turns over in pages for those who want no motion. */
export function Ticker({ text, layout, elapsedMs }: TickerProps) {
  const isStill = useReducedMotion();
  const [piece = ''] = pageAt(piecesOf(text, characters[layout]), 1, elapsedMs).items;
  const seconds = (text.length + characters[layout]) * secondsPerCharacter;
  return (
    <div className={classes.ticker}>
      {isStill ? (
        <p className={classes.line}>
          <span className="visually-hidden">{text}</span>
          <span aria-hidden="true">{piece}</span>
        </p>
      ) : (
        <p className={`${classes.line} ${classes.moving}`} style={{ animationDuration: `${seconds}s` }}>
          {text}
        </p>
      )}
    </div>
  );
}
