import type { WorkRestProfile } from '@allclear/contract';
import { IconHandStop } from '@tabler/icons-react';
import { ApproximateMark } from '../../../ui/CardStates.tsx';
import type { Advised, Choice, HeatNow } from './heat-view.ts';
import { RiskMark } from './RiskMark.tsx';
import classes from './WorkRestCard.module.css';

interface RecommendationProps {
  heat: Extract<HeatNow, { kind: 'known' }>;
  advised: Advised;
  metric: string;
  profile: WorkRestProfile;
  choice: Choice;
  /** The risk scale of the profile is missing. */
  levelsMissing: boolean;
  /** Something else holds the place: the advice is not shown large. */
  isHeld: boolean;
}

/** The current heat and the profile's advice. */
export function Recommendation({
  heat,
  advised,
  metric,
  profile,
  choice,
  levelsMissing,
  isHeld,
}: RecommendationProps) {
  const added = profile.modifiers
    .filter(({ id }) => choice.modifierIds.includes(id))
    .reduce((sum, { adjustment }) => sum + adjustment, 0);
  return (
    <div className={classes.now}>
      <p className={classes.heat}>
        <span>{metric}</span> <strong>{heat.value.toFixed(1)} °F</strong>
        {heat.approximate && (
          <ApproximateMark
            label={`Estimated from the nearest government station (${heat.source}), because this location has no weather station of its own.`}
          />
        )}
        {added !== 0 && <span>counts as {(heat.value + added).toFixed(1)} °F with what is worn</span>}
      </p>
      <p className={classes.headline} data-kind={advised.kind} data-held={isHeld || undefined}>
        {advised.kind === 'stop' && <IconHandStop size={28} aria-hidden="true" />}
        {advised.kind === 'split' ? (
          <>
            <span>
              {advised.work} <small>work</small>
            </span>
            <span>
              {advised.rest} <small>rest</small>
            </span>
            <small>in each hour</small>
          </>
        ) : (
          advised.headline
        )}
      </p>
      {advised.share !== null && (
        <div className={classes.split} aria-hidden="true">
          <i className={classes.work} style={{ flexGrow: advised.share }} />
          <i className={classes.rest} style={{ flexGrow: 1 - advised.share }} />
        </div>
      )}
      {advised.risk && <RiskMark level={advised.risk} described />}
      {levelsMissing && <p className={classes.small}>The risk level is not known.</p>}
      {advised.kind === 'no-figure' && (
        <p className={classes.small}>The guidance restricts work here without saying by how much.</p>
      )}
      {advised.advice && <p className={classes.advice}>{advised.advice}</p>}
      <p className={classes.small}>{heat.source}</p>
    </div>
  );
}
