import { expect, it } from 'vitest';
import { withKiosk, withoutKiosk } from './use-wall-screen.ts';

it.each([
  ['', '?kiosk'],
  ['?location=a', '?location=a&kiosk'],
  ['?kiosk', '?kiosk'],
])('%s becomes the wall screen %s, and back', (search, wall) => {
  expect(withKiosk(search)).toBe(wall);
  expect(withoutKiosk(wall)).toBe(search === '?kiosk' ? '' : search);
});
