import { setImmediate } from 'node:timers/promises';
import { estimatedWbgtF, type Station } from '../stations/index.ts';
import type { HistoryBin } from './store.ts';

/** The measurements of a station in one step of its history; null when there is none. */
export interface HistoryPoint {
  /** The beginning of the step, epoch ms. */
  readonly at: number;
  readonly lowestC: number | null;
  readonly meanC: number | null;
  readonly highestC: number | null;
  readonly windMps: number | null;
  readonly gustMps: number | null;
  readonly wbgtF: number | null;
}

/** An estimate of WBGT takes some 80 µs: after so many, others get their turn. */
const estimatesAtOnce = 100;

type Place = Pick<Station, 'latitude' | 'longitude' | 'elevationM' | 'windHeightM'>;

/**
 * The steps of a history from its bins (in order). A step's mean temperature is that of its reports; its WBGT
 * is the highest of its bins, measured or estimated from the means of the bin's reports.
 */
export async function historyPoints(bins: readonly HistoryBin[], station: Place): Promise<HistoryPoint[]> {
  const steps: Step[] = [];
  for (const [index, bin] of bins.entries()) {
    if (index % estimatesAtOnce === estimatesAtOnce - 1) await setImmediate();
    let step = steps.at(-1);
    if (step?.at !== bin.stepAt) {
      step = {
        at: bin.stepAt,
        temperatures: 0,
        sumC: 0,
        lowestC: null,
        highestC: null,
        windMps: null,
        gustMps: null,
        wbgtF: null,
      };
      steps.push(step);
    }
    step.temperatures += bin.temperatures;
    step.sumC += bin.temperatures * (bin.temperatureC ?? 0);
    step.lowestC = least(step.lowestC, bin.lowestC);
    step.highestC = maximum(step.highestC, bin.highestC);
    step.windMps = maximum(step.windMps, bin.strongestMps);
    step.gustMps = maximum(step.gustMps, bin.strongestGustMps);
    step.wbgtF = maximum(step.wbgtF, wbgtOf(bin, station));
  }
  return steps.map(({ temperatures, sumC, ...step }) => ({
    ...step,
    meanC: temperatures === 0 ? null : sumC / temperatures,
  }));
}

/** A step while it is summed up. */
interface Step {
  readonly at: number;
  temperatures: number;
  sumC: number;
  lowestC: number | null;
  highestC: number | null;
  windMps: number | null;
  gustMps: number | null;
  wbgtF: number | null;
}

function wbgtOf(bin: HistoryBin, station: Place): number | null {
  return estimatedWbgtF({
    station,
    observation: {
      observedAt: bin.at,
      temperatureC: bin.temperatureC,
      dewPointC: bin.dewPointC,
      windMps: bin.windMps,
      solarWm2: bin.solarWm2,
      cloudCover: bin.cloudCover,
      wbgtC: bin.highestWbgtC,
    },
  });
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function maximum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
