/** @jsxImportSource preact */
import { Icon } from './icons.tsx';
import type { ConditionView } from './page-view.ts';

/** The primary condition, large, and the others beside it. */
export function Conditions({ conditions }: { conditions: readonly ConditionView[] }) {
  if (conditions.length === 0) return null;
  return (
    <dl class="conditions" data-count={conditions.length} aria-label="Current conditions">
      {conditions.map((condition, index) => (
        <Condition key={`${index} ${condition.label}`} condition={condition} isPrimary={index === 0} />
      ))}
    </dl>
  );
}

function Condition({
  condition: { label, value, unit, isOver, age, isCovered },
  isPrimary,
}: {
  condition: ConditionView;
  isPrimary: boolean;
}) {
  return (
    <div
      class={`condition ${isPrimary ? 'primary' : ''} ${isCovered ? 'hatched' : ''}`}
      data-over={isOver || undefined}
    >
      <dt>{label}</dt>
      <dd>
        <span class="value">
          {value}
          {!isCovered && unit !== '' && <span class="unit"> {unit}</span>}
        </span>
        {isOver && (
          <span class="over">
            <Icon shape="warning" /> Over the limit
          </span>
        )}
        {isCovered ? (
          <span class="age">{age === null ? 'Not known' : `Last measured ${age}`}</span>
        ) : (
          isPrimary && age !== null && <span class="age">Measured {age}</span>
        )}
      </dd>
    </div>
  );
}
