import type { HourState } from '@allclear/domain';
import {
  IconAlertTriangleFilled,
  IconBoltFilled,
  IconCircleCheck,
  IconCircleDashed,
  IconHandStop,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react';
import { EventIcon } from '../../../ui/EventIcon.tsx';
import classes from './TodayCard.module.css';
import { type LaneView, type PracticeView, stateWord, type TodayView } from './today-view.ts';

const stateIcons: Readonly<Record<HourState, TablerIcon>> = {
  open: IconCircleCheck,
  near: IconAlertTriangleFilled,
  stops: IconHandStop,
  possible: IconBoltFilled,
  unforecast: IconCircleDashed,
  unknown: IconQuestionMark,
};

const place = ({ left, width }: { readonly left: number; readonly width: number }) => ({
  left: `${left}%`,
  width: `${width}%`,
});

/** Lanes over the coming hours, with brackets of the practices. The table and the sentences say the same. */
export function TodayRibbon({ view, isMuted }: { view: TodayView; isMuted: boolean }) {
  return (
    <div className={classes.ribbon} data-muted={isMuted || undefined}>
      <div className={classes.names}>
        <div className={classes.axis} />
        <div style={{ height: view.practiceRows * 22 }} />
        {view.lanes.map((lane) => (
          <LaneName key={lane.label} lane={lane} />
        ))}
      </div>
      <div className={classes.tracks} aria-hidden="true">
        <div className={classes.axis}>
          {view.hours.map(({ at, left, label }) => (
            <span key={at} style={{ left: `${left}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div style={{ height: view.practiceRows * 22 }} />
        {view.lanes.map((lane) => (
          <LaneTrack key={lane.label} lane={lane} isMuted={isMuted} />
        ))}
        {view.practices.map((practice) => (
          <Bracket key={practice.key} practice={practice} />
        ))}
        {view.now !== null && <i className={classes.now} style={{ left: `${view.now}%` }} />}
      </div>
    </div>
  );
}

function LaneName({ lane }: { lane: LaneView }) {
  return (
    <div className={classes.name}>
      <EventIcon type={lane.threatType} size={18} />
      <span>
        <strong>{lane.label}</strong>
        <small data-state={lane.noteState}>{lane.note}</small>
      </span>
    </div>
  );
}

function LaneTrack({ lane, isMuted }: { lane: LaneView; isMuted: boolean }) {
  return (
    <div className={classes.lane}>
      {lane.segments.map(({ key, state, ...stretch }) => {
        // No tick either while nothing may be called open.
        const Icon = state === 'open' && isMuted ? IconCircleDashed : stateIcons[state];
        return (
          <div
            key={key}
            className={`${classes.segment} ${state === 'unknown' ? 'hatched' : ''}`}
            data-state={state}
            style={place(stretch)}
          >
            <span>
              <Icon size={14} />
              <em>{stateWord(state, isMuted)}</em>
            </span>
          </div>
        );
      })}
      {lane.hold && (
        <div
          className={`${classes.hold} ${lane.hold.state === 'unknown' || lane.hold.state === 'none' ? 'hatched' : ''}`}
          data-state={lane.hold.state}
          style={place(lane.hold)}
        />
      )}
    </div>
  );
}

function Bracket({ practice }: { practice: PracticeView }) {
  const { left, width, row, isAtEnd, name } = practice;
  const anchor = isAtEnd
    ? { right: `${100 - left - width}%`, maxWidth: `${left + width}%` }
    : { left: `${left}%`, maxWidth: `${100 - left}%` };
  return (
    <>
      <div className={classes.bracket} style={{ ...place(practice), top: 20 + row * 22 }} />
      <span className={classes.practice} style={{ ...anchor, top: 20 + row * 22 }}>
        {name}
      </span>
    </>
  );
}
