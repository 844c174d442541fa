// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keepIssuer, takeKeptIssuer } from './kept-issuer.ts';

const metadata = { issuer: 'https://issuer.example', token_endpoint: 'https://issuer.example/token' };
const keptAt = 1_000_000;

beforeEach(() => {
  sessionStorage.clear();
  keepIssuer(sessionStorage, metadata, keptAt);
});

it('is read once, by the page that the browser comes back to', () => {
  expect(takeKeptIssuer(sessionStorage, metadata.issuer, keptAt + 3_000)).toEqual(metadata);
  expect(takeKeptIssuer(sessionStorage, metadata.issuer, keptAt + 3_000)).toBeNull();
});

it('is nothing but addresses', () => {
  const published = { ...metadata, id_token_signing_alg_values_supported: ['RS256'] };
  keepIssuer(sessionStorage, published, keptAt);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('id_token');
});

it.each<[string, string, number]>([
  ['of another issuer', 'https://other.example', keptAt],
  ['of a sign-in that took too long', metadata.issuer, keptAt + 120_001],
  ['of a clock that was set back', metadata.issuer, keptAt - 1],
])('is not used when it is %s', (_, issuer, wallMs) => {
  expect(takeKeptIssuer(sessionStorage, issuer, wallMs)).toBeNull();
});

it.each(['', 'no JSON', 'null', '7', '{}', '{"wallMs":1000000}'])(
  'is not used when the storage holds %j',
  (text) => {
    sessionStorage.setItem('allclear.issuer', text);
    expect(takeKeptIssuer(sessionStorage, metadata.issuer, keptAt)).toBeNull();
  },
);
