import type { AirQualityPollutant } from '@allclear/contract';
import { shortDateTime, timeAgo } from '../../clock/time-text.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import classes from './AirQualityCard.module.css';
import { aqiColor, indexText, reachNotice, sourceText } from './air-quality-view.ts';

interface AirQualityDialogProps {
  opened: boolean;
  onClose: () => void;
  pollutants: readonly AirQualityPollutant[];
  timeZone: string;
  nowMs: number | null;
}

const others = [
  ['oneHourIndex', '1 hour'],
  ['eightHourIndex', '8 hours'],
  ['twentyFourHourIndex', '24 hours'],
] as const;

/** Each pollutant's index, its source and its age. */
export default function AirQualityDialog({
  opened,
  onClose,
  pollutants,
  timeZone,
  nowMs,
}: AirQualityDialogProps) {
  const attributions = [...new Set(pollutants.map(({ attribution }) => attribution))].filter(
    (one) => one !== '',
  );
  return (
    <Dialog opened={opened} onClose={onClose} title="Air Quality">
      <ul className={classes.pollutants}>
        {pollutants.map((pollutant) => (
          <Pollutant
            key={`${pollutant.pollutantName} ${pollutant.sourceName}`}
            pollutant={pollutant}
            timeZone={timeZone}
            nowMs={nowMs}
          />
        ))}
      </ul>
      <p className={classes.notice}>{reachNotice}</p>
      <p className={classes.small}>{attributions.join(' · ')}</p>
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}

function Pollutant({
  pollutant,
  timeZone,
  nowMs,
}: {
  pollutant: AirQualityPollutant;
  timeZone: string;
  nowMs: number | null;
}) {
  const { pollutantName, isMainPollutant, aqiData, utcTimeStamp, stale } = pollutant;
  return (
    <li className={`${classes.pollutant} ${stale ? 'hatched' : ''}`}>
      <h3>
        {pollutantName}
        {isMainPollutant && <span className={classes.main}>Main pollutant</span>}
        {stale && <span className={classes.old}>Not current</span>}
      </h3>
      <dl>
        <dt>NowCast</dt>
        <dd className={classes.now}>
          <i style={{ background: aqiColor(aqiData.nowCastIndex.value) }} aria-hidden="true" />
          {indexText(aqiData.nowCastIndex)}
        </dd>
        {others
          .filter(([index]) => aqiData[index].value !== null)
          .map(([index, words]) => (
            <Index key={index} words={words} index={aqiData[index]} />
          ))}
      </dl>
      <p className={classes.small}>
        Updated {timeAgo(utcTimeStamp, nowMs)}, {shortDateTime(utcTimeStamp, timeZone)}
      </p>
      <p className={classes.small}>{sourceText(pollutant)}</p>
    </li>
  );
}

function Index({ words, index }: { words: string; index: AirQualityPollutant['aqiData']['oneHourIndex'] }) {
  return (
    <>
      <dt>{words}</dt>
      <dd>{indexText(index)}</dd>
    </>
  );
}
