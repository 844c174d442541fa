import { IconCheck } from '@tabler/icons-react';
import type { LightningView } from '../lightning-view.ts';
import classes from './QuietTape.module.css';
import { type LanePart, type LaneView, laneSeconds, tapeView } from './tape-view.ts';
import type { ShownTape } from './use-tape.ts';

const explanation =
  'Each tick is a strike. Filled was seen to be quiet; dashed must still be seen; hatched was not seen and does not count.';

interface QuietTapeProps {
  view: LightningView;
  shown: ShownTape;
  nowMs: number;
  timeZone: string;
  /** The place is closed: no lane of it says clear. */
  isClosed?: boolean;
}

/** A lane for each zone over the last and the next half hour: why the answer is what it is. */
export function QuietTape(props: QuietTapeProps) {
  const { lanes, axis } = tapeView(props);
  return (
    <section className={classes.tape} aria-label="Quiet as observed">
      <h3 className={classes.title} title={explanation}>
        Quiet as observed
      </h3>
      {lanes.length === 0 ? (
        <div className={`${classes.nothing} hatched`} role="img" aria-label="Nothing observed is known" />
      ) : (
        lanes.map((lane) => <Lane key={lane.range} lane={lane} isClosed={props.isClosed === true} />)
      )}
      <div className={classes.axis} aria-hidden="true">
        {axis.map((text, i) => (
          <span key={text} data-quarter={i}>
            {text}
          </span>
        ))}
      </div>
      <p className={classes.explanation}>{explanation}</p>
    </section>
  );
}

function Lane({ lane, isClosed }: { lane: LaneView; isClosed: boolean }) {
  return (
    <div className={classes.lane} data-state={lane.state} role="img" aria-label={lane.spoken}>
      <span className={classes.range}>{lane.range}</span>
      <span className={classes.bar}>
        {lane.parts.map((part) => (
          <Part key={`${part.kind} ${part.from}`} part={part} />
        ))}
        <Ticks ticks={lane.ticks} />
        <span className={classes.now} />
      </span>
      <span className={classes.end}>
        {lane.clock !== null && <strong>{lane.clock}</strong>}
        <span className={classes.note}>
          {lane.state === 'clear' && !isClosed && <IconCheck size={14} stroke={2.5} />}
          {lane.note}
        </span>
      </span>
    </div>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

function Part({ part: { kind, from, to } }: { part: LanePart }) {
  return (
    <span
      className={`${classes.part} ${kind === 'unseen' ? 'hatched' : ''}`}
      data-kind={kind}
      style={{ left: percent(from), width: percent(to - from) }}
    />
  );
}

/** One path for all: there may be 180 of them, and they move every second. */
function Ticks({ ticks }: { ticks: readonly number[] }) {
  return (
    <svg
      className={classes.ticks}
      viewBox={`0 0 ${laneSeconds} 10`}
      preserveAspectRatio="none"
      data-count={ticks.length}
      aria-hidden="true"
    >
      <path d={ticks.map((at) => `M${at} 0V10`).join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
