import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTileTemplate, namesATile, tileAddress, unknownPlaceholders } from './addresses.ts';
import { creditHtml } from './credit-html.ts';
import { rewriteStyle } from './rewrite-style.ts';

const host = 'maps.provider.example';
const key = 'k3y-of-the-maps';
const address = `https://${host}/${key}/x?key=${key}`;
const rewrite = (document: object, tileSets: object = {}) =>
  rewriteStyle({
    source: 'test',
    document,
    tileSets: new Map(
      Object.entries(tileSets).map(([id, one]) => [id, { url: `https://${host}/`, document: one }]),
    ),
    url: `https://${host}/style.json?key=${key}`,
    at: '/api/map/base/street',
    credit: null,
  });

/** Anything that a style may hold, with addresses and keys in odd places. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(address, `see ${address}`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('fields'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  fields: fc.dictionary(
    fc.constantFrom('url', 'tiles', 'text-font', 'visibility', 'icon-image', 'a'),
    tie('value'),
    { maxKeys: 3 },
  ),
})).value;
const source = fc.record(
  {
    type: fc.constantFrom('raster', 'vector', 'raster-dem', 'geojson', 'video', 'image'),
    tiles: fc.constant([`${address}&z={z}/{x}/{y}`]),
    data: fc.oneof(fc.constant(address), json),
    attribution: fc.constantFrom(
      `<img src="${address}">© Us`,
      `<script>fetch('${address}')</script>`,
      `Of ${address}`,
      '© Us',
    ),
    bounds: json,
    promoteId: json,
    clusterProperties: json,
    metadata: json,
  },
  { requiredKeys: ['type', 'tiles', 'data'] },
);
const layer = fc.record(
  {
    id: fc.constantFrom('one', address),
    type: fc.constantFrom('fill', 'symbol', 'raster', 'background', 'sky'),
    source: fc.constantFrom('a', 'b', address),
    layout: json,
    paint: json,
    filter: json,
    metadata: json,
  },
  { requiredKeys: ['id', 'type', 'source'] },
);
const style = fc.record({
  version: fc.constant(8),
  name: fc.constant(address),
  metadata: json,
  sprite: fc.constantFrom(address, [
    { id: 'default', url: address },
    { id: address, url: address },
  ]),
  glyphs: fc.constant(`https://${host}/{fontstack}/{range}.pbf?key=${key}`),
  'font-faces': fc.constant({ Noto: address }),
  terrain: json,
  sources: fc.dictionary(fc.constantFrom('a', 'b', address), source, { maxKeys: 3 }),
  layers: fc.array(layer, { maxLength: 4 }),
});

test('no host, no key and no address is left in any style', () => {
  fc.assert(
    fc.property(style, (document) => {
      const text = JSON.stringify(rewrite(document).style);
      expect(text).not.toContain(host);
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/[a-z]:\/\//i);
      // Every layer has its source.
      const { style: made } = rewrite(document);
      for (const one of made.layers)
        if (one.type !== 'background') expect(made.sources).toHaveProperty([String(one.source)]);
    }),
  );
});

test('the description of a source is kept where the style says nothing itself', () => {
  const { style: made, named } = rewrite(
    {
      version: 8,
      sources: { a: { type: 'vector', url: 'x', maxzoom: 12 } },
      layers: [{ id: 'l', type: 'line', source: 'a' }],
    },
    {
      a: {
        tiles: ['t/{z}/{x}/{y}'],
        minzoom: 2,
        maxzoom: 14,
        bounds: [-10, -10, 10, 10],
        attribution: '© Us',
        vector_layers: [],
      },
    },
  );
  expect(Object.values(made.sources)).toEqual([
    {
      type: 'vector',
      minzoom: 2,
      maxzoom: 12,
      bounds: [-10, -10, 10, 10],
      attribution: '© Us',
      tiles: [expect.stringContaining('/tiles/')],
    },
  ]);
  expect([...named.tiles.values()]).toEqual([
    { templates: [`https://${host}/t/{z}/{x}/{y}`], isImage: false, minZoom: 2, maxZoom: 12 },
  ]);
});

describe('tile templates', () => {
  test.each([
    ['https://a.example/{z}/{x}/{y}.png', '5/9/12', 'https://a.example/5/9/12.png'],
    ['https://a.example/{quadkey}', '3/3/5', 'https://a.example/213'],
    ['https://a.example/{z}/{y}/{x}{ratio}?p={prefix}', '5/9/12', 'https://a.example/5/12/9?p=9c'],
    [
      'https://a.example/wms?bbox={bbox-epsg-3857}',
      '1/1/0',
      'https://a.example/wms?bbox=0,0,20037508.342789244,20037508.342789244',
    ],
  ])('%s of %s', (template, place, address_) => {
    const [z, x, y] = place.split('/').map(Number) as [number, number, number];
    expect(tileAddress([template], { z, x, y })).toBe(address_);
    expect(isTileTemplate(template) && namesATile(template)).toBe(true);
    expect(unknownPlaceholders(template)).toEqual([]);
  });
  test('hosts take turns, and unsupported placeholders are reported', () => {
    expect(
      [0, 1, 2].map((x) =>
        tileAddress(['https://a.example/{z}', 'https://b.example/{z}'], { z: 4, x, y: 0 }),
      ),
    ).toEqual(['https://a.example/4', 'https://b.example/4', 'https://a.example/4']);
    expect(unknownPlaceholders('https://{s}.a.example/{z}/{x}/{-y}')).toEqual(['{s}', '{-y}']);
    expect(namesATile('https://a.example/{z}/{x}')).toBe(false);
  });
});

test.each([
  [
    '© <a href="https://osm.example/copyright" onclick="x()">OpenStreetMap</a> contributors',
    '© <a href="https://osm.example/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a> contributors',
  ],
  [
    "<a href='https://us.example/?key=1'>Us</a>",
    '<a href="https://us.example/" target="_blank" rel="noopener noreferrer">Us</a>',
  ],
  ['<a href="javascript:x()">Us</a>', 'Us'],
  [
    '<a href="https://us.example/">Us',
    '<a href="https://us.example/" target="_blank" rel="noopener noreferrer">Us</a>',
  ],
  ['<img src=x onerror=x()>&copy; Us', '&copy; Us'],
  ['Us <<script>x', 'Us x'],
  [7, ''],
])('the credit %s', (text, html) => {
  expect(creditHtml(text)).toBe(html);
});
