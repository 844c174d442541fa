import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { startAge } from '../../../clock/elapsed.ts';
import { useNow } from '../../../clock/use-now.ts';
import { screenOfShow } from '../screen/stage-screen.ts';
import { Stage } from '../stage/Stage.tsx';
import { useShowPreview } from '../use-shows.ts';
import classes from './Editor.module.css';
import { formOf, problemsOf, type ShowFields } from './show-fields.ts';

const redrawMs = 500;

/** The screen itself as it would be now. It covers what is too old as it does anywhere else. */
export function ShowPreview({ fields }: { fields: ShowFields }) {
  const isWhole = Object.keys(problemsOf(fields)).every((label) => label === 'Name');
  // A name is of no matter for what is seen.
  const form = isWhole ? formOf({ ...fields, name: fields.name.trim() || 'Preview' }) : null;
  const { data: show, error } = useShowPreview(form);
  const now = useNow(redrawMs);
  const elapsedMs = useElapsed();
  if (form === null) return <p>Choose a place and complete the scenes to see the show.</p>;
  const isReady = show !== undefined && now !== null;
  return (
    <>
      <div className={classes.preview} data-layout={fields.layout} data-preview>
        <Stage
          show={isReady ? show : null}
          screen={isReady ? screenOfShow(show, now) : { kind: 'connecting' }}
          now={now ?? 0}
          elapsedMs={elapsedMs}
          announces={false}
        />
      </div>
      {error && (
        <p className={classes.failure} role="alert">
          The preview does not show the last changes. {messageOf(error)}
        </p>
      )}
    </>
  );
}

/** Real time since the preview was opened, ms. */
function useElapsed(): number {
  const [age] = useState(startAge);
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(age()), redrawMs);
    return () => clearInterval(timer);
  }, [age]);
  return elapsedMs;
}
