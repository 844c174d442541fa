import { expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

openTwoOrganizations('Import');

const path = '/api/organizationLocation/Import';
const upload = (csv: string | Buffer, key = ours.people.admin.key) =>
  server.app
    .inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      payload: csv,
    })
    .then((answer) => ({ status: answer.statusCode, body: JSON.parse(answer.body) }));
const rowsOf = async (id: string, query = '', key = ours.people.admin.key) =>
  ask(server.app, 'GET', `${path}/${id}/Rows${query}`, { key });
const store = (id: string, key = ours.people.admin.key) => ask(server.app, 'POST', `${path}/${id}`, { key });
const places = async () =>
  (await ask(server.app, 'GET', '/api/organizationLocation', { key: ours.people.admin.key })).body.data;
const post = async (route: string, body: object) =>
  (await ask(server.app, 'POST', `/api/${route}`, { key: ours.people.admin.key, body })).body.data;
const groupsOf = async (id: string) =>
  (
    await ask(server.app, 'GET', `/api/organizationLocation/Sites/${id}`, { key: ours.people.admin.key })
  ).body.data.map((group: { name: string }) => group.name);
const fileProblem = (answer: { body: { responseException: { errors: { File: string[] } } } }) =>
  answer.body.responseException.errors.File[0];

test('a file is shown with what it would add, change, skip and refuse; nothing is stored before the import', async () => {
  const { id } = await post('organizationLocation/Add', {
    ...{ name: 'Stadium', address: 'Road 1', latitude: 32.78, longitude: -96.8 },
  });
  await post('organizationLocation/Add', { name: 'Pool', address: '', latitude: 28, longitude: -82 });
  await post('site/add', { name: 'Coaches' });
  const preview = await upload(
    [
      '\ufeffName,Address,Latitude,Longitude,Groups,Color',
      '"Field, north",Road 2,32.5,-96.5,coaches,red',
      'stadium,Road 9,,,,',
      'POOL,,28,-82,,',
      'Nowhere,,,,,',
      'Far,,95,-82,Strangers,',
      '"Field, north",,1,1,,',
      '',
    ].join('\r\n'),
  );
  expect(preview.status).toBe(200);
  const { id: importId, counts, ignoredColumns } = preview.body.data;
  expect(counts).toEqual({ add: 1, change: 0, skip: 1, error: 4, check: 0 });
  expect(ignoredColumns).toEqual(['Color']);
  const { rows } = (await rowsOf(importId)).body.data;
  expect(rows.map(({ row, outcome, notes }: never) => [row, outcome, notes])).toEqual([
    [2, 'add', []],
    [3, 'error', ['The address was not found: add latitude and longitude']],
    [4, 'skip', ['Nothing changes']],
    [5, 'error', ['An address, or latitude and longitude are required']],
    [6, 'error', ['There is no user group Strangers', 'Latitude must be between -90 and 90']],
    [7, 'error', ['Row 2 has the same name']],
  ]);
  expect(await places()).toHaveLength(2);
  expect((await store(importId)).body.data).toEqual({ message: '1 added, 0 changed', added: 1, changed: 0 });
  const added = (await places()).find(({ name }: { name: string }) => name === 'Field, north');
  expect(added).toMatchObject({
    address: 'Road 2',
    latitude: 32.5,
    longitude: -96.5,
    positionUnchecked: false,
  });
  expect(await groupsOf(added.id)).toEqual(['Coaches']);
  expect((await places()).find((place: { id: string }) => place.id === id)).toMatchObject({ revision: 1 });
});

test('semicolons, decimal commas and other names of columns are read, and a changed place moves the locations tied to it', async () => {
  const { id } = await post('organizationLocation/Add', {
    ...{ name: 'Stadium', address: 'Road 1', latitude: 32.78, longitude: -96.8 },
  });
  const tied = await ask(server.app, 'POST', '/api/location/Add', {
    key: ours.people.customer.key,
    body: { label: 'Stadium', latitude: 32.78, longitude: -96.8, organizationLocationId: id },
  });
  const preview = await upload('location;lat;lng\nStadium;45,5;-122,6\n');
  expect(preview.body.data.counts).toMatchObject({ change: 1, error: 0 });
  expect((await store(preview.body.data.id)).body.data).toMatchObject({ added: 0, changed: 1 });
  expect((await places())[0]).toMatchObject({ id, latitude: 45.5, longitude: -122.6, revision: 2 });
  const own = await ask(server.app, 'GET', '/api/location', { key: ours.people.customer.key });
  expect(own.body.data[0]).toMatchObject({
    ...{ id: tied.body.data.id, latitude: 45.5, timeZone: 'America/Los_Angeles' },
  });
});

test('an address that is found marks the place for checking until somebody saves it', async () => {
  const preview = await upload('Name,Address\nCity field,"Tampa, FL"\n');
  expect(preview.body.data.counts).toMatchObject({ add: 1, check: 1 });
  const [row] = (await rowsOf(preview.body.data.id)).body.data.rows;
  expect(row).toMatchObject({ check: true, notes: ['Check the position: found as “Tampa, FL”'] });
  await store(preview.body.data.id);
  const [place] = await places();
  expect(place).toMatchObject({ positionUnchecked: true, address: 'Tampa, FL' });
  await post('organizationLocation/Update', { id: place.id });
  expect((await places())[0].positionUnchecked).toBe(false);
});

test('when a place was changed, added or taken meanwhile the import says which rows, and stores nothing', async () => {
  const { id } = await post('organizationLocation/Add', {
    ...{ name: 'Stadium', address: 'Road 1', latitude: 32.78, longitude: -96.8 },
  });
  const preview = await upload('Name,Latitude,Longitude\nStadium,30,-90\nPool,28,-82\nField,29,-83\n');
  await post('organizationLocation/Update', { id, name: 'Stadium', address: 'Road 2' });
  await post('organizationLocation/Add', { name: 'POOL', latitude: 1, longitude: 1 });
  const refused = await store(preview.body.data.id);
  expect(refused.status).toBe(409);
  expect(refused.body.responseException.message).toContain('in row 2, 3.');
  expect(await places()).toHaveLength(2);
});

test('wrong rows come back as CSV with the reason, and no cell of it is a formula', async () => {
  const preview = await upload(
    'Name,Latitude,Longitude\n"=HYPERLINK(""x"")",95,-82\n"@a, b",1,-200\n-1+2,x,0\nField,1,1\n',
  );
  expect(preview.body.data.counts).toMatchObject({ add: 1, error: 3 });
  const file = await server.app.inject({
    method: 'GET',
    url: `${path}/${preview.body.data.id}/Errors`,
    headers: { authorization: `Bearer ${ours.people.admin.key}` },
  });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = [
    '\ufeffName,Latitude,Longitude,Error',
    `"'=HYPERLINK(""x"")",95,'-82,Latitude must be between -90 and 90`,
    `"'@a, b",1,'-200,Longitude must be between -180 and 180`,
    `'-1+2,x,0,Latitude must be a number of degrees`,
  ];
  expect(file.body).toBe(`${lines.join('\r\n')}\r\n`);
  // The same file is read again without its apostrophes.
  const again = await upload(file.body);
  expect((await rowsOf(again.body.data.id)).body.data.rows[0]).toMatchObject({
    title: '=HYPERLINK("x")',
    notes: ['Latitude must be between -90 and 90'],
  });
});

test.each<[string, string | Buffer, string]>([
  ['empty', ' \n', 'The file is empty.'],
  ['without rows', 'Name,Latitude\n\n', 'The file has no rows below its header.'],
  ['without its name column', 'Latitude,Longitude\n1,1\n', 'The file has no column “Name”.'],
  ['with a column twice', 'Name,Location\na,b\n', 'The file has the column “Name” twice.'],
  ['UTF-16', Buffer.from('\ufeffName,Latitude\n', 'utf16le'), 'The file is in UTF-16'],
  ['Windows-1252', Buffer.from('Name,Latitude\nCaf\u00e9,1\n', 'latin1'), 'The file is not in UTF-8.'],
  ['with an open quotation mark', 'Name,Latitude\n"Field,1\n', 'Row 2 has a quotation mark'],
  ['with a quotation mark in a cell', 'Name,Latitude\nFi"eld,1\n', 'Row 2 has a quotation mark'],
  ['of 10,001 rows', `Name\n${'a\n'.repeat(10_001)}`, 'A file can have at most 10,000 rows.'],
])('a file that is %s is refused as a whole', async (_, file, sentence) => {
  const refused = await upload(file);
  expect(refused.status).toBe(400);
  expect(fileProblem(refused)).toContain(sentence);
});

test('long cells and markup are errors of their rows, and a file of 50 MB is refused', async () => {
  const preview = await upload(`Name,Latitude,Longitude\n${'x'.repeat(10_000)},1,1\n<b>Field</b>,1,1\n`);
  expect(preview.body.data.counts).toMatchObject({ add: 0, error: 2 });
  expect((await upload(Buffer.alloc(50 * 1024 * 1024, 'a'))).status).toBe(413);
});

test('a preview is for its maker alone, for an hour, and is imported once', async () => {
  const preview = await upload('Name,Latitude,Longitude\nField,29,-83\n');
  const { id } = preview.body.data;
  for (const key of [ours.people['super-admin'].key, theirs.people.admin.key]) {
    expect((await rowsOf(id, '', key)).status).toBe(404);
    expect((await store(id, key)).status).toBe(404);
  }
  expect((await store('no-id')).status).toBe(404);
  const both = await Promise.all([store(id), store(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await places()).toHaveLength(1);
  const late = await upload('Name,Latitude,Longitude\nLate,29,-83\n');
  server.clock.advance(60 * 60_000);
  expect((await store(late.body.data.id)).status).toBe(404);
});

test('only Admins import', async () => {
  for (const role of ['customer', 'assistant-admin'] as const)
    expect((await upload('Name\na\n', ours.people[role].key)).status).toBe(403);
});

test('the rows are answered a hundred at a time, of one outcome', async () => {
  const lines = Array.from({ length: 150 }, (_, n) => `Field ${n},${n % 3 === 0 ? 95 : 30},-90`);
  const preview = await upload(`Name,Latitude,Longitude\n${lines.join('\n')}\n`);
  const { id } = preview.body.data;
  const all = (await rowsOf(id)).body.data;
  expect([all.total, all.rows.length]).toEqual([150, 100]);
  const rest = (await rowsOf(id, '?offset=100')).body.data;
  expect(rest.rows.map(({ row }: { row: number }) => row)[0]).toBe(102);
  const wrong = (await rowsOf(id, '?outcome=error')).body.data;
  expect([wrong.total, wrong.rows.length]).toEqual([50, 50]);
});
