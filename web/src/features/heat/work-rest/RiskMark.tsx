import type { RiskProfile } from '@allclear/contract';
import classes from './WorkRestCard.module.css';

/** A risk level: its name beside a field of its color in the guidance. */
export function RiskMark({
  level,
  described = false,
}: {
  level: RiskProfile['riskLevels'][number];
  described?: boolean;
}) {
  return (
    <p className={classes.risk}>
      <i
        className={classes.mark}
        style={{ background: level.color, borderColor: level.colorSecondary }}
        aria-hidden="true"
      />
      <span>
        {level.name}
        {described && level.description && <small>{level.description}</small>}
      </span>
    </p>
  );
}
