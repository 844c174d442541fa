import { maxCameraLinkHours } from '@allclear/contract';
import { expect, it } from 'vitest';
import { cameraLinkAddress, takeLinkToken } from './link-token.ts';
import { lifetimes } from './setup/link-lifetimes.ts';

it('the token stands behind #, is taken out of the address, and is kept until another link is opened', () => {
  const shown: unknown[] = [];
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url?: string | URL | null) => void shown.push(url),
  };
  const at = (hash: string) => ({ hash, pathname: '/camera', search: '' });
  expect(cameraLinkAddress('https://allclear.example', 'acs_1')).toBe(
    'https://allclear.example/camera#acs_1',
  );
  expect(takeLinkToken(at(''), history)).toBeNull();
  expect(takeLinkToken(at('#acs_1'), history)).toBe('acs_1');
  expect(shown).toEqual(['/camera']);
  expect(takeLinkToken(at(''), history)).toBe('acs_1');
  expect(takeLinkToken(at('#acs_2'), history)).toBe('acs_2');
  expect(shown).toEqual(['/camera', '/camera']);
});

it('a link lasts from an hour to as long as the server allows', () => {
  const hours = lifetimes.map(({ value }) => Number(value));
  expect([hours[0], hours.at(-1)]).toEqual([1, maxCameraLinkHours]);
});
