import type { Stage } from './stage.ts';

/** The lines that servers logged since an instant of the wall clock, epoch ms; those without a time too. */
export function linesSince(stage: Pick<Stage, 'log'>, since: number): string[] {
  return stage
    .log()
    .split('\n')
    .filter((line) => {
      const time = /"time":(\d+)/.exec(line)?.[1];
      // A clock that was changed is an hour off.
      return time === undefined || Number(time) >= since || Math.abs(Number(time) - since) > 1_800_000;
    });
}
