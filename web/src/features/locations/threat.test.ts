import { expect, it } from 'vitest';
import {
  answerWord,
  areSameThreats,
  type LocationThreats,
  type Threat,
  threatsText,
  warningSentence,
} from './threat.ts';

const threat = (code: string, label: string): Threat => ({ code, threatType: 2, label, tone: 'danger' });
const calm: LocationThreats = { threats: [], lightning: 'known', warnings: 'known', answer: 'clear' };
const advisory: Threat = { ...threat('NWS-ADVISORY', 'NWS advisory - Heat Advisory'), tone: 'advisory' };
const asking: LocationThreats = { ...calm, lightning: 'asking' };
const asksWarnings: LocationThreats = { ...calm, warnings: 'asking' };
const unknown: LocationThreats = { ...calm, lightning: 'unknown' };
const untold: LocationThreats = { ...calm, warnings: 'unknown' };
const warned: LocationThreats = { ...calm, threats: [threat('LR1', 'Lightning Policy Alert')] };

it.each([
  [[], 'You have no locations in a policy warning'],
  [[calm], 'You have no locations in a policy warning'],
  [[calm, asking], 'Checking your locations…'],
  [[calm, asksWarnings], 'Checking your locations…'],
  [[asking, warned], 'You have 1 location in a policy warning'],
  [[calm, warned], 'You have 1 location in a policy warning'],
  [[warned, warned], 'You have 2 locations in a policy warning'],
  [[unknown, calm], 'Lightning status unavailable for 1 location'],
  [[{ ...calm, threats: [advisory] }], 'You have no locations in a policy warning'],
  [[{ ...calm, threats: [advisory] }, warned], 'You have 1 location in a policy warning'],
  [
    [unknown, unknown, warned],
    'You have 1 location in a policy warning · lightning status unavailable for 2 locations',
  ],
  [
    [calm, { ...warned, lightning: 'unknown' as const }],
    'You have 1 location in a policy warning · lightning status unavailable for 1 location',
  ],
  [[untold, untold], 'Policy warnings are temporarily unavailable'],
  [
    [untold, { ...warned, warnings: 'unknown' as const }],
    'You have 1 location in a policy warning · policy warnings unavailable',
  ],
  [
    [{ ...untold, lightning: 'unknown' as const }],
    'Policy warnings are temporarily unavailable · lightning status unavailable for 1 location',
  ],
])('counts the locations', (standings, sentence) => {
  expect(warningSentence(standings)).toBe(sentence);
});

it.each([
  [calm, 'No policy warnings'],
  [asksWarnings, 'Checking…'],
  [untold, 'Policy warnings are temporarily unavailable.'],
  [
    { ...untold, lightning: 'unknown' as const },
    'Lightning status is temporarily unavailable. Policy warnings are temporarily unavailable.',
  ],
  [
    { ...warned, threats: [...warned.threats, threat('WBGT', 'WBGT Policy Warning')] },
    'Lightning Policy Alert, WBGT Policy Warning',
  ],
  [
    { ...warned, warnings: 'unknown' as const },
    'Lightning Policy Alert · Policy warnings are temporarily unavailable.',
  ],
])('says on a card what stands', (standing, words) => {
  expect(threatsText(standing)).toBe(words);
});

it.each([
  [calm, { ...calm, threats: [] }, true],
  [warned, { ...warned, threats: warned.threats.map((one) => ({ ...one })) }, true],
  [calm, unknown, false],
  [calm, { ...calm, answer: 'ready' as const }, false],
  [calm, untold, false],
  [calm, warned, false],
  [
    warned,
    { ...warned, threats: [{ ...threat('LR1', 'Lightning Policy Alert'), countdown: '29:59' }] },
    false,
  ],
  [warned, { ...warned, threats: warned.threats.map((one) => ({ ...one, paused: true })) }, false],
  [warned, { ...warned, threats: [threat('LR1', 'Lightning Policy Alert: quiet not yet observed')] }, false],
])('%j and %j are drawn alike: %s', (a, b, alike) => {
  expect(areSameThreats(a, b)).toBe(alike);
});

it.each([
  ['clear', 'Clear'],
  ['checking', 'Checking'],
  ['delay', 'Stay inside'],
  ['ready', 'Be ready'],
  ['observing', 'Observing'],
  ['unknown', 'Unknown'],
  ['stop', 'Stop'],
  ['no-lightning-data', 'No lightning data'],
] as const)('a card of a place whose answer is %s says %s', (answer, word) => {
  expect(answerWord({ answer })).toBe(word);
});

it('of a closed place the header does not say that there is nothing', () => {
  const closed: LocationThreats = {
    ...calm,
    threats: [threat('CLOSED', 'Closed: Wet field')],
    answer: 'stop',
  };
  expect(warningSentence([closed, calm])).toBe('1 location closed');
  expect(warningSentence([closed, warned])).toBe(
    'You have 1 location in a policy warning · 1 location closed',
  );
  expect(warningSentence([closed, untold])).toBe('1 location closed · policy warnings unavailable');
  expect(threatsText(closed)).toBe('Closed: Wet field');
});
