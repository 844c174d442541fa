import type { CommandCause, HardwareAction } from '@allclear/domain';
import { describe, expect, it } from 'vitest';
import { chooseCommand, type OpenCommand } from './choose-command.ts';

const warning: HardwareAction = { kind: 'sound', signal: 'warning', seconds: 10, plays: 3 };
const allClear: HardwareAction = { kind: 'sound', signal: 'all-clear', seconds: 10, plays: 1 };
const words: HardwareAction = { kind: 'play', text: 'Please leave the field', clip: null, plays: 1 };
const light = (on: boolean): HardwareAction => ({ kind: 'light', on, limitSeconds: null });
const relay = (output: string, on: boolean): HardwareAction => ({
  ...{ kind: 'relay', output, on, limitSeconds: null },
});
const stop: HardwareAction = { kind: 'stop-sound' };

let entry = 0;
const command = (
  action: HardwareAction,
  cause: CommandCause,
  fields: Partial<OpenCommand> = {},
): OpenCommand => {
  entry += 1;
  return {
    ...{ id: `${entry}`, entry, action, cause, state: 'queued', isWanted: true },
    ...{ notBefore: 0, deadlineAt: 100_000, ...fields },
  };
};

/** The chosen command, and those that are dropped. */
function chosen(open: readonly OpenCommand[], now = 1_000) {
  const { next, drops } = chooseCommand(open, now);
  return {
    next: next.kind === 'command' ? open.find(({ id }) => id === next.id) : next,
    dropped: drops.map(({ id }) => open.find((one) => one.id === id)),
  };
}

describe('the next command of a unit', () => {
  it('is the oldest, and none where none is open', () => {
    const [first, second] = [command(light(true), 'test'), command(relay('relay4', true), 'person')];
    expect(chosen([first, second])).toEqual({ next: first, dropped: [] });
    expect(chosen([])).toEqual({ next: { kind: 'none' }, dropped: [] });
  });

  it('is a stop of the sound before everything, and what sounds before it is dropped', () => {
    const open = [command(light(true), 'warning'), command(warning, 'warning'), command(stop, 'person')];
    expect(chosen(open)).toEqual({ next: open[2], dropped: [open[1]] });
    // What came after the stop sounds.
    const after = [command(stop, 'person'), command(warning, 'warning')];
    expect(chosen(after)).toEqual({ next: after[0], dropped: [] });
  });

  it('is a warning before tests, which it drops, and before messages, which wait', () => {
    const test = command(warning, 'test');
    const message = command(words, 'person');
    const real = command(warning, 'warning');
    expect(chosen([test, message, real])).toEqual({ next: real, dropped: [test] });
  });

  it('is no all clear that a warning came after', () => {
    const clear = command(allClear, 'all-clear');
    const real = command(warning, 'warning');
    expect(chosen([clear, real])).toEqual({ next: real, dropped: [clear] });
    // What is not wanted any more drops nothing.
    const over = command(warning, 'warning', { isWanted: false });
    expect(chosen([clear, over])).toEqual({ next: clear, dropped: [over] });
  });

  it('of several for one output is the newest; a warning keeps its light from tests and people', () => {
    const [on, off] = [command(light(true), 'test'), command(light(false), 'dark')];
    expect(chosen([on, off])).toEqual({ next: off, dropped: [on] });
    const [lit, dark] = [command(light(true), 'warning'), command(light(false), 'test', { isWanted: false })];
    expect(chosen([lit, dark])).toEqual({ next: lit, dropped: [dark] });
    const relays = [relay('a', true), relay('b', true), relay('a', false)].map((one) =>
      command(one, 'person'),
    );
    expect(chosen(relays)).toEqual({ next: relays[1], dropped: [relays[0]] });
  });

  it('waits for its time, is dropped after its deadline, and leaves a unit to another process', () => {
    const later = command(words, 'warning', { notBefore: 5_000 });
    expect(chosen([later])).toEqual({ next: { kind: 'later', afterMs: 4_000 }, dropped: [] });
    const late = command(light(true), 'test', { deadlineAt: 900 });
    expect(chosen([late, later]).dropped).toEqual([late]);
    const elsewhere = command(warning, 'warning', { state: 'elsewhere' });
    expect(chosen([elsewhere, later]).next).toEqual({ kind: 'elsewhere' });
    // What became of a lost one is found out, however late it is.
    const lost = command(warning, 'warning', { state: 'lost', deadlineAt: 900 });
    expect(chosen([lost])).toEqual({ next: lost, dropped: [] });
  });
});
