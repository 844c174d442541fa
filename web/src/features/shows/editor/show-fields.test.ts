import type { ShowForm } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { deletionText } from '../show-texts.ts';
import {
  fieldsOf,
  fieldTextsOf,
  formOf,
  isSameShow,
  mergedForm,
  movedScene,
  newScene,
  newShow,
  problemsOf,
  type ShowFields,
} from './show-fields.ts';
import { formLabel } from './show-refusal.ts';

const places = [
  { id: 'a', name: 'Oak Field', latitude: 28, longitude: -82.5 },
  { id: 'b', name: 'Lake Park', latitude: 28.2, longitude: -82.4 },
];
const choices = { places, cameras: [{ id: 'gate', name: 'Main gate' }] };
const form: ShowForm = {
  ...{ name: 'Scoreboard', layout: 'wide', placeIds: ['a', 'b'], ticker: 'Welcome', showsClock: true },
  scenes: [
    { kind: 'lightning', seconds: 15, placeId: 'a' },
    { kind: 'map', seconds: 20, latitude: 28, longitude: -82.5, miles: 120 },
    { kind: 'conditions', seconds: 10, placeId: 'b' },
    { kind: 'forecast', seconds: 10, placeId: 'b' },
    { kind: 'warnings', seconds: 10 },
    { kind: 'message', seconds: 10, title: 'Today', text: 'Gates open at 5 PM' },
    { kind: 'camera', seconds: 10, cameraId: 'gate' },
  ],
};
const fields = fieldsOf(form, choices);
const withScene = (part: Partial<ShowFields['scenes'][number]>, index = 0): ShowFields => ({
  ...fields,
  scenes: fields.scenes.map((scene, at) => (at === index ? { ...scene, ...part } : scene)),
});

describe('the fields of a show', () => {
  it('keep what was saved, and have no problem', () => {
    expect(formOf(fields)).toEqual(form);
    expect(problemsOf(fields)).toEqual({});
  });

  it('leave out places that are gone, which then have to be chosen again', () => {
    const left = fieldsOf(form, { ...choices, places: places.slice(1) });
    expect(left.placeIds).toEqual(['b']);
    expect(Object.keys(problemsOf(left))).toEqual(['Scenes.1.PlaceId']);
  });

  it('leave out a camera that is gone, which then has to be chosen again', () => {
    expect(problemsOf(fieldsOf(form, { ...choices, cameras: [] }))).toEqual({
      'Scenes.7.CameraId': ['Scene 7: choose a camera'],
    });
  });

  it('begin empty, and a new scene is of the first place', () => {
    expect(Object.keys(problemsOf(newShow))).toEqual(['Name', 'PlaceIds', 'Scenes']);
    expect(newScene('map', fields, choices)).toMatchObject({
      key: 8,
      latitude: 28,
      longitude: -82.5,
      miles: 120,
    });
    expect(newScene('lightning', fields, choices).placeId).toBe('a');
    expect(newScene('camera', fields, choices).cameraId).toBe('gate');
    expect(newScene('camera', fields, { places, cameras: [] }).cameraId).toBe('');
  });

  it.each<[string, ShowFields]>([
    ['Scenes.1.Seconds', withScene({ seconds: 4 })],
    ['Scenes.1.Seconds', withScene({ seconds: 601 })],
    ['Scenes.1.Seconds', withScene({ seconds: '' })],
    ['Scenes.1.Seconds', withScene({ seconds: 5.5 })],
    ['Scenes.1.PlaceId', withScene({ placeId: '' })],
    ['Scenes.1.PlaceId', { ...fields, placeIds: ['b'] }],
    ['Scenes.2.Latitude', withScene({ latitude: 86 }, 1)],
    ['Scenes.2.Longitude', withScene({ longitude: '' }, 1)],
    ['Scenes.2.Miles', withScene({ miles: 19 }, 1)],
    ['Scenes.6.Text', withScene({ text: '  ' }, 5)],
    ['Scenes.6.Text', withScene({ text: 'x'.repeat(301) }, 5)],
    ['Scenes.6.Title', withScene({ title: 'x'.repeat(61) }, 5)],
    ['Scenes', { ...fields, scenes: Array.from({ length: 21 }, () => fields.scenes[4]!) }],
  ])('%s is refused', (label, changed) => expect(Object.keys(problemsOf(changed))).toEqual([label]));

  it('move scenes, not beyond the ends', () => {
    const order = (scenes: ShowFields['scenes']) => scenes.map(({ key }) => key);
    expect(order(movedScene(fields.scenes, 0, 1))).toEqual([2, 1, 3, 4, 5, 6, 7]);
    expect(order(movedScene(fields.scenes, 0, -1))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(isSameShow(fields, { ...fields, scenes: fields.scenes.map((one) => ({ ...one, key: 9 })) })).toBe(
      true,
    );
    expect(isSameShow(fields, { ...fields, scenes: movedScene(fields.scenes, 0, 1) })).toBe(false);
  });

  it('save what was changed here over what somebody else saved meanwhile', () => {
    const theirs = { ...fields, ticker: 'Theirs', name: 'Theirs' };
    const mine = { ...fields, name: 'Mine' };
    expect(mergedForm(fields, mine, theirs)).toMatchObject({ name: 'Mine', ticker: 'Theirs' });
    const texts = fieldTextsOf(choices);
    expect(texts.Scenes?.(fields)).toContain('map 120 mi around 28, -82.5 20 s');
    expect(texts.Scenes?.(fields)).toContain('camera Main gate 10 s');
    expect(texts.Places?.(fields)).toBe('Oak Field, Lake Park');
  });
});

it('errors of the server stand at their fields, of scenes too', () => {
  expect(['name', 'scenes[1].text', 'Scenes.0.PlaceId', 'scenes.3', 'Weather'].map(formLabel)).toEqual([
    ...['Name', 'Scenes.1.Text', 'Scenes.0.PlaceId', 'Scenes', null],
  ]);
  expect(formLabel('scenes.2.cameraId')).toBe('Scenes.2.CameraId');
});

it('the question before a deletion counts the links', () => {
  expect(deletionText(0)).toBe('No link opens it now. This cannot be undone.');
  expect(deletionText(1)).toMatch(/^One link opens it: every screen/);
  expect(deletionText(3)).toMatch(/^3 links open it/);
});
