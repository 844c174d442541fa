import type { Threat } from '@allclear/contract';
import { Skeleton, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconSquareFilled,
  type TablerIcon,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { CardText, FailedCard, HeldNote, LoadingCard, StaleNote } from '../../../ui/CardStates.tsx';
import { EventIcon } from '../../../ui/EventIcon.tsx';
import classes from './RisksCard.module.css';
import { levelText, type Risk, type RiskLevel, risksOf } from './risks-view.ts';

export const risksCrashText = 'There was an error while trying to load the threats forecast';
const title = "Today's Policy Risks";

const levelIcons: Readonly<Record<RiskLevel, TablerIcon>> = {
  error: IconSquareFilled,
  warn: IconAlertTriangleFilled,
  low: IconCircleCheck,
  unforeseen: IconCircleDashed,
};

interface RisksCardProps {
  threats: QueryState<readonly Threat[]> | undefined;
  /** What else holds the place, in words. */
  held?: string | null;
  /** The server has not answered for so long that lightning is covered: so are the risks. */
  away?: boolean;
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** Today's Policy Risks of a location (spec 1 section 2.12). */
export function RisksCard({ threats, held = null, away = false, timeZone, nowMs, speed }: RisksCardProps) {
  if (threats === undefined) {
    return (
      <LoadingCard title={title}>
        <Loading />
      </LoadingCard>
    );
  }
  if (threats.value === null) {
    return threats.none ? (
      <Card title={title}>
        <CardText>No data available for this location</CardText>
      </Card>
    ) : (
      <FailedCard title={title}>{risksCrashText}</FailedCard>
    );
  }
  const risks = risksOf(threats.value, timeZone, nowMs);
  const unrenewed = away || trustOf(threats, nowMs, speed, 'threatForecast') === 'unknown';
  const late = threats.value.find(({ stale }) => stale);
  const stale = unrenewed || late !== undefined;
  const asOf =
    late?.forecastAsOf ?? (threats.asOfMs === null ? null : new Date(threats.asOfMs).toISOString());
  return (
    <Card title={title} unknown={stale}>
      {stale && (
        <StaleNote>
          Last known {timeAgo(asOf, nowMs)}, at {timeOfDay(asOf, timeZone)}. We keep trying.
        </StaleNote>
      )}
      {held !== null && risks.length > 0 && <HeldNote>Policies only: {held}.</HeldNote>}
      {risks.length === 0 ? (
        <CardText>No Policies</CardText>
      ) : (
        <ul className={classes.risks} data-stale={stale || undefined} data-held={held !== null || undefined}>
          {risks.map((risk) => (
            <RiskLine key={risk.id} risk={risk} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A policy with its level; its hours and the meaning of the level on demand. */
function RiskLine({ risk }: { risk: Risk }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, threatType, level, threshold, times, meaning, now } = risk;
  const Icon = levelIcons[level];
  return (
    <li>
      <UnstyledButton
        className={classes.risk}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <EventIcon type={threatType} />
        <span className={classes.what}>
          <strong>{name}</strong>
          <small>
            {times[0] === undefined
              ? threshold
              : `${times[0]}${times.length > 1 ? ` and ${times.length - 1} more` : ''}`}
          </small>
        </span>
        <span className={classes.level} data-level={level}>
          <Icon size={14} aria-hidden="true" />
          {now ? 'In effect' : levelText[level]}
        </span>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden="true" />
      </UnstyledButton>
      {open && (
        <div id={id} className={classes.details}>
          <p>{meaning}</p>
          <dl>
            <dt>Threshold</dt>
            <dd>{threshold}</dd>
            {times.length > 0 && (
              <>
                <dt>Today</dt>
                <dd>
                  {times.map((time) => (
                    <span key={time}>{time}</span>
                  ))}
                </dd>
              </>
            )}
          </dl>
        </div>
      )}
    </li>
  );
}

function Loading() {
  return (
    <div className={classes.risks} role="status" aria-busy="true" aria-label="Loading today's policy risks">
      {[1, 2, 3, 4].map((line) => (
        <div key={line} className={classes.risk}>
          <Skeleton circle height={20} width={20} />
          <Skeleton height={34} radius={8} />
        </div>
      ))}
    </div>
  );
}
