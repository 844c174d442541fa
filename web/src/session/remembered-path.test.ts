// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { isCallbackPath, rememberPath, takeRememberedPath } from './remembered-path.ts';

beforeEach(() => sessionStorage.clear());

it.each(['/callback', '/Callback', '/CALLBACK/', '/silentrenew', '/SilentRenew'])(
  '%s belongs to the sign-in',
  (pathname) => {
    expect(isCallbackPath(pathname)).toBe(true);
    rememberPath(sessionStorage, { pathname, search: '?code=1', hash: '' });
    expect(takeRememberedPath(sessionStorage)).toBe('/');
  },
);

it('remembers a path once', () => {
  rememberPath(sessionStorage, { pathname: '/', search: '?location=7', hash: '#x' });
  expect(takeRememberedPath(sessionStorage)).toBe('/?location=7#x');
  expect(takeRememberedPath(sessionStorage)).toBe('/');
});

it.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 'javascript:alert(1)'])(
  'does not follow %s',
  (path) => {
    sessionStorage.setItem('allclear.remembered-path', path);
    expect(takeRememberedPath(sessionStorage)).toBe('/');
  },
);
