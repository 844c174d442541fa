import type { MassMessage } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pollingMs } from '../../api/polling.ts';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import {
  exampleAddressee,
  exampleAddressees,
  exampleMessage,
  examplePreview,
  exampleRecipient,
  exampleTemplate,
  nowMs,
} from '../../features/mass-notify/example.ts';
import { isOpen } from '../../features/mass-notify/use-mass-messages.ts';
import MassNotifyPage from './MassNotifyPage.tsx';

let api: StandInApi;
beforeAll(() => {
  // Allows for a busy machine.
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi({
    'GET Communication/Mass/Addressees': { data: exampleAddressees },
    'GET Communication/Mass/History': { data: [] },
    'GET Communication/Mass/Templates': { data: [] },
    'POST Communication/Mass/Preview': { data: examplePreview() },
    'POST Communication/Mass/Send': { data: exampleMessage({ id: 'new' }) },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = () =>
  render(api.wrap(<MassNotifyPage user={{ fullName: 'Alex Admin' }} organization={{ name: 'Riverside' }} />));
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const requests = (path: string) => api.requests.filter((one) => one.path === `Communication/Mass/${path}`);
const line = (name: RegExp) => screen.findByRole('treeitem', { name });
const tab = async (name: 'Templates' | 'History' | 'Warnings') =>
  userEvent.click(await screen.findByRole('radio', { name }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

/** A message to everybody of the group North. */
async function fill() {
  write(/^Headline/, 'Storms');
  write(/^Message/, 'Be ready');
  await userEvent.click(await line(/North/));
}
const sendForm = async () => {
  await click('Send');
  return dialog('Send this message?');
};
const answerLater = () => {
  let answer: (value: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
};

describe('the form', () => {
  it('has the texts of the specification, push and SMS always on, and everything else off', async () => {
    show();
    expect(screen.getByRole('heading', { name: 'Notify Users' })).toBeTruthy();
    expect(
      screen.getByText(
        'Send a one-way text message and email to all or some of the users in your organization.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('500 CHARACTER LIMIT')).toBeTruthy();
    expect(field(/^Sender/).value).toBe('Alex Admin at Riverside using Allclear');
    const push = field(/^Push\/SMS/);
    expect([push.checked, push.disabled]).toEqual([true, true]);
    for (const name of [/^Email/, /^Override preferences/, /^This is a drill/])
      expect(field(name).checked).toBe(false);
    expect(await screen.findByText("You haven't saved any templates. Try saving one!")).toBeTruthy();
    await tab('History');
    expect(await screen.findByText("You haven't sent any messages. Try sending one!")).toBeTruthy();
  });

  it('cuts what is too long and counts what is written', () => {
    show();
    write(/^Headline/, 'x'.repeat(120));
    write(/^Message/, 'y'.repeat(510));
    write(/^Sender/, 'z'.repeat(120));
    expect(field(/^Headline/).value).toHaveLength(100);
    expect(field(/^Message/).value).toHaveLength(500);
    expect(field(/^Sender/).value).toHaveLength(100);
    expect(screen.getByText('500 of 500')).toBeTruthy();
  });

  it('says what is missing; a template needs no recipient', async () => {
    show();
    await screen.findByRole('tree');
    await click('Send');
    expect(screen.getByRole('link', { name: 'Headline is required' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose at least one recipient' })).toBeTruthy();
    write(/^Headline/, 'Storms');
    expect(screen.queryByText('Headline is required')).toBeNull();
    await click('Save as Template');
    expect(screen.getByRole('link', { name: 'Message is required' })).toBeTruthy();
    expect(screen.queryByText('Choose at least one recipient')).toBeNull();
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('begins with an example and keeps the chosen recipients', async () => {
    show();
    await userEvent.click(await line(/South/));
    await click('Start from an example');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Take shelter', hidden: true }));
    expect(field(/^Headline/).value).toMatch(/shelter/i);
    expect((await line(/South/)).getAttribute('aria-checked')).toBe('true');
    await click('Start from an example');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Over', hidden: true }));
    await userEvent.click((await dialog('Discard Changes?')).getByRole('button', { name: 'Keep Editing' }));
    expect(field(/^Headline/).value).toMatch(/shelter/i);
  });
});

describe('recipients', () => {
  it('are chosen in a tree by group, which the keyboard operates', async () => {
    show();
    expect((await screen.findAllByRole('treeitem')).map(({ textContent }) => textContent)).toEqual([
      'North 0 of 2',
      'South 0 of 1',
      'No group 0 of 1',
    ]);
    const tree = screen.getByRole('tree', { name: 'People by group' });
    tree.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ');
    expect((await line(/Ada North/)).getAttribute('aria-checked')).toBe('true');
    expect((await line(/^North/)).getAttribute('aria-checked')).toBe('mixed');
    expect(tree.getAttribute('aria-activedescendant')).toBe((await line(/Ada North/)).id);
    await userEvent.keyboard('{ArrowLeft} ');
    expect((await line(/^North/)).getAttribute('aria-checked')).toBe('true');
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /Ada North/ })).toBeNull();
    await userEvent.keyboard('{End}{ArrowRight}{ArrowDown}{Enter}');
    expect(screen.getByText('3 recipients chosen')).toBeTruthy();
    await userEvent.keyboard('{Home} ');
    expect(screen.getByText('1 recipient chosen')).toBeTruthy();
  });

  it('are searched, and all that are found are chosen at once', async () => {
    show();
    await screen.findAllByRole('treeitem');
    write(/^Search recipients/, 'north');
    expect(await line(/Ben North/)).toBeTruthy();
    expect(screen.queryByRole('treeitem', { name: /South/ })).toBeNull();
    await userEvent.click(field(/^Select all found/));
    expect(screen.getByText('2 recipients chosen')).toBeTruthy();
    write(/^Search recipients/, 'nobody');
    expect(screen.getByText('Nobody is called so.')).toBeTruthy();
  });

  it('six chips are shown, the others on demand, and each can be removed', async () => {
    const people = Array.from({ length: 8 }, (_, index) =>
      exampleAddressee(`p${index}`, `Person ${index}`, 'All'),
    );
    api.answers['GET Communication/Mass/Addressees'] = { data: people };
    show();
    await userEvent.click(await screen.findByLabelText(/^Select everybody/));
    const chips = () => within(screen.getByRole('list', { name: 'Chosen recipients' }));
    expect(chips().getAllByRole('listitem')).toHaveLength(6);
    await click('View more');
    expect(chips().getAllByRole('listitem')).toHaveLength(8);
    await click('Collapse');
    expect(chips().getAllByRole('listitem')).toHaveLength(6);
    await click('Remove Person 0');
    expect(screen.getByText('7 recipients chosen')).toBeTruthy();
  });

  it('of thousands a few lines are drawn', async () => {
    const people = Array.from({ length: 5_000 }, (_, index) =>
      exampleAddressee(`p${index}`, `Person ${index}`, 'All'),
    );
    api.answers['GET Communication/Mass/Addressees'] = { data: people };
    show();
    (await screen.findByRole('tree')).focus();
    await userEvent.keyboard('{ArrowRight}{End} ');
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(40);
    expect((await line(/Person 4999/)).getAttribute('aria-checked')).toBe('true');
  });

  it('a list that cannot be had is not an empty one', async () => {
    api.answers['GET Communication/Mass/Addressees'] = {
      status: 500,
      responseException: { code: 'internal', message: 'Something went wrong.' },
    };
    show();
    const alert = await screen.findByText(/The list of people could not be loaded/);
    api.answers['GET Communication/Mass/Addressees'] = { data: exampleAddressees };
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await line(/North/)).toBeTruthy();
  });
});

describe('sending', () => {
  it('asks with what it would do, sends once for a double press, and shows the history', async () => {
    api.answers['POST Communication/Mass/Preview'] = {
      data: examplePreview({
        smsParts: 2,
        channels: [
          { channel: 'push', people: 2, isConfigured: true },
          { channel: 'sms', people: 1, isConfigured: true },
          { channel: 'email', people: 0, isConfigured: false },
        ],
        notReached: [{ recipientId: 'p2', recipientName: 'Ben North', why: 'Declines notifications' }],
        notReachedCount: 1,
      }),
    };
    const later = answerLater();
    api.answers['POST Communication/Mass/Send'] = () => later.promise;
    show();
    await fill();
    await userEvent.click(field(/^Email/));
    const question = await sendForm();
    expect(await question.findByText('SMS: 1 person, 2 parts each')).toBeTruthy();
    expect(question.getByText(/^Email: not set up/)).toBeTruthy();
    expect(question.getByText('1 person is not reached')).toBeTruthy();
    expect(question.getByText(/Declines notifications/)).toBeTruthy();
    expect(question.getByText('3 clear')).toBeTruthy();
    expect(question.queryByRole('alert')).toBeNull();
    const confirm = question.getByRole('button', { name: 'Send to 2 people' });
    await userEvent.dblClick(confirm);
    api.answers['GET Communication/Mass/History'] = {
      data: [exampleMessage({ id: 'new', headline: 'Storms' })],
    };
    later.answer({ data: exampleMessage({ id: 'new' }) });
    expect(await screen.findByText('Message sent')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, ...others] = requests('Send');
    expect(others).toEqual([]);
    expect(first?.body).toEqual({
      asksResponse: false,
      headline: 'Storms',
      message: 'Be ready',
      senderText: 'Alex Admin at Riverside using Allclear',
      channel: 7,
      overridePreferences: false,
      recipients: ['p1', 'p2'],
      isDrill: false,
      key: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(await screen.findByRole('list', { name: 'History' })).toBeTruthy();
    expect(field(/^Headline/).value).toBe('');
    expect(screen.queryByRole('list', { name: 'Chosen recipients' })).toBeNull();
  });

  it('the same message again after a lost answer has the same key; after it was sent, another', async () => {
    api.answers['POST Communication/Mass/Send'] = {
      status: 503,
      responseException: { code: 'unavailable', message: 'Not now' },
    };
    show();
    const send = async () => {
      const question = await sendForm();
      await userEvent.click(await question.findByRole('button', { name: 'Send to 2 people' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await fill();
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain('Error sending message');
    expect(field(/^Headline/).value).toBe('Storms');
    write(/^Message/, 'Be very ready');
    await send();
    write(/^Message/, 'Be ready');
    api.answers['POST Communication/Mass/Send'] = { data: exampleMessage({ id: 'new' }) };
    await send();
    await screen.findByText('Message sent');
    await fill();
    await send();
    const keys = requests('Send').map(({ body }) => (body as { key: string }).key);
    expect(keys).toHaveLength(4);
    expect(keys[2]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('says before all else that something holds a location, hatched where something is unknown', async () => {
    const places = { text: '2 in delay, 1 unknown', isHeld: true };
    api.answers['POST Communication/Mass/Preview'] = { data: examplePreview({ places }) };
    show();
    await fill();
    const held = await (await sendForm()).findByRole('alert');
    expect(held.textContent).toContain('2 in delay, 1 unknown');
    expect(held.textContent).toContain('Do not announce an all clear');
    expect(held.className).toContain('hatched');
  });

  it('how locations stood a minute ago is not how they stand', async () => {
    show();
    await fill();
    const question = await sendForm();
    await question.findByText('3 clear');
    api.answers['POST Communication/Mass/Preview'] = () => new Promise<Answer>(() => undefined);
    clock.set(new Date(nowMs + 120_000).toISOString());
    const notice = await question.findByRole('alert');
    expect(notice.textContent).toContain('How your locations stand now is not known');
    expect(notice.className).toContain('hatched');
  });

  it('can be done without the check, which then says that nothing is known', async () => {
    const failed = { status: 500, responseException: { code: 'internal', message: 'Something went wrong.' } };
    api.answers['POST Communication/Mass/Preview'] = failed;
    show();
    await fill();
    const question = await sendForm();
    const notice = await question.findByRole('alert');
    expect(notice.textContent).toContain('How your locations stand is not known');
    await userEvent.click(question.getByRole('button', { name: 'Send without checking' }));
    expect(await screen.findByText('Message sent')).toBeTruthy();
  });

  it('what the server refuses stands under its field until that is edited; a server error is in the toast', async () => {
    api.answers['POST Communication/Mass/Send'] = {
      status: 400,
      responseException: {
        code: 'bad-input',
        message: 'Please check the form',
        errors: { Recipients: ['One is inactive'], Headline: ['Too loud'], ServerError: ['Sending is off'] },
      },
    };
    show();
    await fill();
    await userEvent.click(await (await sendForm()).findByRole('button', { name: 'Send to 2 people' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Sending is off');
    expect(field(/^Headline/).getAttribute('aria-invalid')).toBe('true');
    const recipients = screen.getByRole('group', { name: 'Recipients' });
    expect(within(recipients).getByText('One is inactive')).toBeTruthy();
    write(/^Headline/, 'Storms soon');
    expect(field(/^Headline/).getAttribute('aria-invalid')).toBeNull();
    expect(within(recipients).getByText('One is inactive')).toBeTruthy();
    await userEvent.click(await line(/South/));
    expect(within(recipients).queryByText('One is inactive')).toBeNull();
  });
});

describe('templates', () => {
  const withTemplate = (template = exampleTemplate()) => {
    api.answers['GET Communication/Mass/Templates'] = { data: [template] };
    show();
  };
  const load = () => click('Copy: Take shelter');

  it('saves one without its recipients and shows the templates; the form is then that template', async () => {
    api.answers['POST Communication/Mass/Create/Template'] = (body) => {
      const saved = exampleTemplate({ ...(body as Partial<MassMessage>), id: 't9' });
      api.answers['GET Communication/Mass/Templates'] = { data: [saved] };
      return { data: saved };
    };
    show();
    await fill();
    await tab('History');
    await click('Save as Template');
    expect(await screen.findByText('Template saved')).toBeTruthy();
    expect(requests('Create/Template')[0]?.body).toMatchObject({ headline: 'Storms', recipients: [] });
    expect(await screen.findByRole('list', { name: 'Templates' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update Template' })).toBeTruthy();
    expect(screen.getByText('2 recipients chosen')).toBeTruthy();
    expect(screen.queryByText(/meanwhile/)).toBeNull();
  });

  it('a loaded one is updated, or saved as a new one', async () => {
    withTemplate();
    await load();
    expect(field(/^Headline/).value).toBe('Take shelter');
    expect(screen.queryByRole('button', { name: 'Save as Template' })).toBeNull();
    write(/^Message/, 'Go inside at once.');
    api.answers['POST Communication/Mass/Update/Template'] = (body) => {
      const saved = exampleTemplate({ ...(body as Partial<MassMessage>), revision: 2 });
      api.answers['GET Communication/Mass/Templates'] = { data: [saved] };
      return { data: saved };
    };
    await click('Update Template');
    expect(await screen.findByText('Template updated')).toBeTruthy();
    expect(requests('Update/Template')[0]?.body).toMatchObject({ id: 't1', revision: 1, recipients: [] });
    api.answers['POST Communication/Mass/Create/Template'] = { data: exampleTemplate({ id: 't2' }) };
    await click('More ways to save');
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Save As New Template', hidden: true }),
    );
    expect(await screen.findByText('Template saved')).toBeTruthy();
    // Nothing is lost by closing what was saved.
    await click('Close template');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field(/^Headline/).value).toBe('');
  });

  it('what was just saved is copied over without a question', async () => {
    const stored: MassMessage[] = [];
    const save = (body: unknown) => {
      const { id = `t${stored.length + 1}`, ...part } = body as Partial<MassMessage>;
      const revision = stored.filter((one) => one.id === id).length + 1;
      const saved = exampleTemplate({ ...part, id, revision });
      const at = stored.findIndex((one) => one.id === id);
      if (at < 0) stored.unshift(saved);
      else stored[at] = saved;
      return { data: saved };
    };
    api.answers['GET Communication/Mass/Templates'] = () => ({ data: stored });
    api.answers['POST Communication/Mass/Create/Template'] = save;
    api.answers['POST Communication/Mass/Update/Template'] = save;
    show();
    await click('Start from an example');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Take shelter', hidden: true }));
    await click('Save as Template');
    await screen.findByText('Template saved');
    write(/^Headline/, 'Shelter now');
    await click('Update Template');
    await screen.findByText('Template updated');
    write(/^Headline/, 'Shelter soon');
    await click('More ways to save');
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Save As New Template', hidden: true }),
    );
    await screen.findByText('You edit the template', { exact: false });
    await screen.findByRole('button', { name: 'Copy: Shelter soon' });
    await waitFor(() => expect(screen.getByText(/You edit the template/).textContent).toContain('soon'));
    await click('Copy: Shelter now');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field(/^Headline/).value).toBe('Shelter now');
  });

  it('one that somebody else changed says what, and shows it as it is now', async () => {
    withTemplate();
    await load();
    write(/^Headline/, 'Mine');
    api.answers['POST Communication/Mass/Update/Template'] = () => {
      api.answers['GET Communication/Mass/Templates'] = {
        data: [exampleTemplate({ message: 'Theirs', revision: 2 })],
      };
      return {
        status: 409,
        responseException: { code: 'conflict', message: 'Somebody else changed it.' },
      };
    };
    await click('Update Template');
    expect((await screen.findByText('This template was changed meanwhile')).textContent).toBeTruthy();
    expect(screen.getByText('Theirs', { selector: 'strong' })).toBeTruthy();
    await click('Show it as it is now');
    expect(field(/^Message/).value).toBe('Theirs');
    expect(field(/^Headline/).value).toBe('Take shelter');
  });

  it('deleting asks; when it is in the form, the form is no longer a template', async () => {
    withTemplate();
    await load();
    api.answers['DELETE Communication/Mass/Delete/Template/t1'] = () => {
      api.answers['GET Communication/Mass/Templates'] = { data: [] };
      return { data: { id: 't1' } };
    };
    await click('Delete: Take shelter');
    await userEvent.click((await dialog('Delete Take shelter')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Template deleted')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Save as Template' })).toBeTruthy();
    expect(field(/^Headline/).value).toBe('Take shelter');
    expect(screen.queryByText(/meanwhile/)).toBeNull();
  });

  it('says when deleting fails', async () => {
    withTemplate();
    await click('Delete: Take shelter');
    await userEvent.click((await dialog('Delete Take shelter')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Error deleting template')).toBeTruthy();
  });

  it('unsaved changes are not lost without a question', async () => {
    withTemplate();
    write(/^Headline/, 'Mine');
    await load();
    await userEvent.click((await dialog('Discard Changes?')).getByRole('button', { name: 'Keep Editing' }));
    expect(field(/^Headline/).value).toBe('Mine');
    await load();
    await userEvent.click((await dialog('Discard Changes?')).getByRole('button', { name: 'Discard' }));
    expect(field(/^Headline/).value).toBe('Take shelter');
    await click('Close template');
    expect(field(/^Headline/).value).toBe('');
  });
});

describe('history', () => {
  it('shows who, when, how far and drills, five on a page, and searches', async () => {
    const messages = Array.from({ length: 6 }, (_, index) =>
      exampleMessage({ id: `m${index}`, headline: `Message ${index}`, isDrill: index === 0 }),
    );
    api.answers['GET Communication/Mass/History'] = { data: messages };
    show();
    await tab('History');
    const list = within(await screen.findByRole('list', { name: 'History' }));
    const headlines = () => list.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headlines()).toHaveLength(5);
    expect(list.getAllByText('Drill')).toHaveLength(1);
    expect(list.getAllByText(/Alex Admin · 3 people/)).toHaveLength(5);
    const [progress] = list.getAllByRole('list', { name: /^Progress/ });
    expect(progress?.textContent).toBe('Accepted 1Delivered 1Failed 1');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(headlines()).toEqual(['Message 5']);
    write(/^Search history/, 'message 3');
    expect(headlines()).toEqual(['Message 3']);
    write(/^Search history/, 'snow');
    expect(screen.getByText('Nothing matches the search.')).toBeTruthy();
  });

  it('is asked for every five seconds while something is queued, else every minute', () => {
    expect([pollingMs.openMassMessage, pollingMs.massMessages]).toEqual([5_000, 60_000]);
    expect(isOpen(exampleMessage())).toBe(false);
    expect(
      isOpen({
        progress: { recipients: 2, queued: 1, accepted: 1, delivered: 0, failed: 0, notSent: 0 },
      }),
    ).toBe(true);
    expect(isOpen(exampleTemplate())).toBe(false);
  });

  it('a copy has the delivered recipients, and leaves out who cannot be chosen any more', async () => {
    const gone = { recipientId: 'gone', recipientName: 'Gone' };
    const message = exampleMessage();
    api.answers['GET Communication/Mass/History'] = {
      data: [{ ...message, deliveredRecipients: [...message.deliveredRecipients, gone] }],
    };
    show();
    await tab('History');
    await click('Copy: Storms at six');
    expect(field(/^Headline/).value).toBe('Storms at six');
    expect(screen.getByText('3 recipients chosen')).toBeTruthy();
    const note = await screen.findByText(/cannot be chosen any more/);
    await userEvent.click(within(note).getByRole('button', { name: 'Remove' }));
    expect(screen.getByText('2 recipients chosen')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save as Template' })).toBeTruthy();
  });

  it('opens how each recipient stands', async () => {
    api.answers['GET Communication/Mass/History'] = { data: [exampleMessage()] };
    api.answers['GET Communication/Mass/History/m1/Recipients'] = {
      data: [
        exampleRecipient(),
        exampleRecipient({
          recipientId: 'p2',
          recipientName: 'Ben North',
          state: 'not-sent',
          problem: 'Declines notifications',
          channels: [],
        }),
      ],
    };
    show();
    await tab('History');
    await click('Recipients: Storms at six');
    const table = await dialog('Recipients of Storms at six');
    const row = (await table.findByText('Ben North')).closest('tr');
    expect(row?.textContent).toContain('Not sent');
    expect(row?.textContent).toContain('Declines notifications');
    await userEvent.selectOptions(table.getByLabelText('Filter by state'), 'Delivered');
    expect(table.queryByText('Ben North')).toBeNull();
  });

  it('a list that cannot be had is not an empty one, and an old one says so', async () => {
    const refusal = {
      status: 500,
      responseException: { code: 'internal', message: 'Something went wrong.' },
    };
    api.answers['GET Communication/Mass/Templates'] = refusal;
    show();
    expect(await screen.findByRole('heading', { name: 'Problem retrieving templates' })).toBeTruthy();
    expect(screen.queryByText(/You haven't saved/)).toBeNull();
    api.answers['GET Communication/Mass/Templates'] = { data: [exampleTemplate()] };
    await click('Try again');
    await screen.findByRole('list', { name: 'Templates' });
    api.answers['GET Communication/Mass/Templates'] = refusal;
    await click('Delete: Take shelter');
    await userEvent.click((await dialog('Delete Take shelter')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This list may be old')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Templates' })).toBeTruthy();
  });
});
