import type { ReactNode } from 'react';
import classes from './PlaceList.module.css';
import type { ConditionsView } from './place-view.ts';

/** Temperature, wind and heat of a place; covered while they are not of now. */
export function PlaceConditions({ conditions }: { conditions: ConditionsView }) {
  switch (conditions.kind) {
    case 'asking':
      return <span className={classes.conditions} />;
    case 'none':
      return <span className={classes.conditions}>No station reports</span>;
    case 'covered':
      return (
        <span className={`${classes.conditions} hatched`}>
          Conditions not current{conditions.age === null ? '' : `, ${conditions.age}`}
        </span>
      );
    case 'current':
      return (
        <span className={classes.conditions} data-current>
          <Value label="Temperature">{conditions.temperature}</Value>
          <Value label="Wind">
            {conditions.wind}
            {conditions.gusts !== null && <span className={classes.gusts}> {conditions.gusts}</span>}
          </Value>
          <Value label="WBGT">
            {conditions.isEstimated && <span className={classes.estimated}>est. </span>}
            {conditions.wbgt}
          </Value>
        </span>
      );
  }
}

function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes.value}>
      <span className={label === 'WBGT' ? classes.label : 'visually-hidden'}>{label} </span>
      {children}
    </span>
  );
}
