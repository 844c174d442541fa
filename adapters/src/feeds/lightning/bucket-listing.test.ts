import { describe, expect, test } from 'vitest';
import { parseBucketListing } from './bucket-listing.ts';

const read = (text: string) => parseBucketListing('glm', Buffer.from(text));
const listing = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${inner}</ListBucketResult>`;
const object = (key: string, size = '12') =>
  `<Contents><Key>${key}</Key><ETag>&quot;0&quot;</ETag><Size>${size}</Size></Contents>`;

test('an empty listing, one object and many', () => {
  expect(read(listing('<IsTruncated>false</IsTruncated>'))).toEqual({ objects: [], continuationToken: null });
  expect(read(listing(`<IsTruncated>false</IsTruncated>${object('a/b.nc')}`)).objects).toEqual([
    { key: 'a/b.nc', sizeBytes: 12 },
  ]);
  const keys = Array.from({ length: 1000 }, (_, index) => `key-${index}`);
  expect(
    read(listing(`<IsTruncated>false</IsTruncated>${keys.map((key) => object(key)).join('')}`)).objects.map(
      ({ key }) => key,
    ),
  ).toEqual(keys);
});

test('a page of several says how to go on', () => {
  const page = read(
    listing(
      `<IsTruncated>true</IsTruncated><NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J==</NextContinuationToken>${object('a')}`,
    ),
  );
  expect(page.continuationToken).toBe('1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J==');
});

describe('anything else is malformed', () => {
  test.each([
    ['nothing', ''],
    ['text', 'Slow down'],
    ['a page', '<!doctype html><html><body><h1>Down for maintenance</h1></body></html>'],
    ['an XML page', '<html><body/></html>'],
    ['an error', '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>'],
    ['half a listing', listing(`<IsTruncated>false</IsTruncated>${object('a')}`).slice(0, -30)],
    ['no word on completeness', listing(object('a'))],
    ['no continuation', listing(`<IsTruncated>true</IsTruncated>${object('a')}`)],
    ['no size', listing(`<IsTruncated>false</IsTruncated>${object('a', 'big')}`)],
    ['no key', listing('<IsTruncated>false</IsTruncated><Contents><Size>3</Size></Contents>')],
    ['JSON', '{"ListBucketResult":{}}'],
  ])('%s', (_name, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'malformed', source: 'glm' }));
  });
});
