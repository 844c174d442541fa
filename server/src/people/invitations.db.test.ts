import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountServer, linkOf, openAccountServer } from '../../test/account-server.ts';
import { createVisitor } from '../../test/browser-stand-in.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { ask, type TestServer } from '../../test/test-server.ts';

let at: AccountServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeAll(async () => {
  at = await openAccountServer();
  ours = await at.server.organization('Lake Schools');
});
afterAll(() => at?.close());

const post = (path: string, body: object, key = ours.people.admin.key) =>
  ask(at.server.app, 'POST', `/api/${path}`, { key, body });
const newGroup = async (name: string, key = ours.people.admin.key): Promise<string> =>
  (await post('site/add', { name, users: [] }, key)).body.data.id;
const coach = (email: string, siteId: string) => ({
  ...{ firstName: 'Casey', lastName: 'Coach', email, timeZone: 'Eastern', roleId: 4, siteId },
});
const chosen = 'umbrella lantern 47 fjord';

test('who is added gets an invitation by mail, chooses a password and signs in; who is refused gets none', async () => {
  const email = 'casey@lake.example';
  const siteId = await newGroup('Coaches');
  expect((await post('user', coach(email, siteId))).status).toBe(200);
  expect((await post('user', coach(email, siteId))).status).toBe(409);
  const [text = ''] = await at.mailsTo(email, 1);
  const { token } = linkOf(text);
  const visitor = createVisitor();
  const answer = await visitor.post(`${at.url}/identity/account-link`, {
    ...{ token, password: chosen, repeated: chosen },
  });
  expect(answer.status).toBe(200);
  expect((await signInStandIn(at.url).fillForm({ email, password: chosen })).status).toBe(303);
  await at.mailIsDone();
  await at.mailsTo(email, 1);
});

test('who is promoted is invited', async () => {
  const email = 'parent@lake.example';
  const siteId = await newGroup('Parents');
  const { roleId: _role, ...person } = coach(email, siteId);
  const added = await post('notificationuser', person);
  const promotion = { id: added.body.data.user.id, roleId: 4, siteId };
  expect((await post('user/PromoteNotificationOnlyUser', promotion)).status).toBe(200);
  expect((await at.mailsTo(email, 1))[0]).toContain('made an account for you');
});

test('only the mail says that an address signs in to an account of another organization', async () => {
  const theirs = await at.server.organization('Hill Schools');
  const email = 'both@lake.example';
  const first = await post('user', coach(email, await newGroup('First')));
  const groupThere = await newGroup('Second', theirs.people.admin.key);
  const second = await post('user', coach(email, groupThere), theirs.people.admin.key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(Object.keys(second.body.data)).toEqual(Object.keys(first.body.data));
  const texts = await at.mailsTo(email, 2);
  const says = texts.map((text) => text.includes('signs in to another Allclear account'));
  expect(says.toSorted()).toEqual([false, true]);
});

test.each(['DELETE user/:id', 'DELETE user/demote'])(
  '%s ends a link that was sent and removes the second factors',
  async (route) => {
    const email = `leaving-${route.length}@lake.example`;
    const siteId = await newGroup(`Leaving ${route.length}`);
    const added = await post('user', coach(email, siteId));
    const { id } = added.body.data;
    const { token } = linkOf((await at.mailsTo(email, 1))[0] ?? '');
    const { db } = at.server.store;
    const code = { user_id: id, digest: Buffer.alloc(32, 1), created_at: new Date() };
    await db.insertInto('recovery_codes').values(code).execute();
    const left = await ask(at.server.app, 'DELETE', `/api/user/${route.endsWith(':id') ? id : 'demote'}`, {
      key: ours.people.admin.key,
      ...(route.endsWith('demote') ? { body: { id } } : {}),
    });
    expect(left.status).toBe(200);
    const codes = db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', id);
    expect(await codes.execute()).toEqual([]);
    const links = db.selectFrom('account_links').select('used_at').where('user_id', '=', id);
    expect((await links.executeTakeFirstOrThrow()).used_at).not.toBeNull();
    const answer = await createVisitor().post(`${at.url}/identity/account-link`, {
      ...{ token, password: chosen, repeated: chosen },
    });
    expect(answer.status).toBe(410);
  },
);
