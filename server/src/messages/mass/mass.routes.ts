import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addMassMessageTemplate,
  changeMassMessageTemplate,
  deleteMassMessageTemplate,
  massMessageAddressees,
  massMessageHistory,
  massMessageRecipients,
  massMessageTemplates,
  previewMassMessage,
  sendMassMessage as sendRoute,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { groupOf } from '../../people/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/list-pages.ts';
import { PageAnswer, type Principal, serve } from '../../platform/http/serve.ts';
import { required } from '../../platform/required.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { listMassAddressees, type MassScope, readAudience } from './audience.store.ts';
import { checkForm, foreignRecipients } from './check-form.ts';
import { listSentIds, readMassRecipients, readSentMessages } from './history.store.ts';
import { presentMassRecipient, presentSent, presentTemplate } from './present-mass-message.ts';
import { type PreviewNeeds, previewMessage } from './preview-message.ts';
import { sendMassMessage } from './send-message.store.ts';
import {
  insertTemplate,
  listTemplates,
  removeTemplate,
  TooManyTemplates,
  updateTemplate,
} from './templates.store.ts';

/** A message to everybody of a large organization: 20,000 ids. */
const bodyBytes = 1024 * 1024;

export interface MassNeeds extends PreviewNeeds {
  readonly clock: Clock;
  readonly secrets: Pick<SecretBox, 'digests'>;
}

export function massMessageRoutes(app: FastifyInstance, needs: MassNeeds): void {
  const { db, clock } = needs;

  serve(app, massMessageAddressees, async ({ principal }) =>
    listMassAddressees(db, await scopeOf(db, principal)),
  );

  serve(
    app,
    previewMassMessage,
    async ({ principal, body }) => {
      const { content, recipientIds } = checkForm(body, { needsRecipients: true });
      const now = clock.now();
      const scope = await scopeOf(db, principal);
      const audience = await readAudience(db, scope, content, recipientIds, now);
      if (audience.kind === 'foreign') throw foreignRecipients(audience.count);
      return previewMessage(needs, principal.organizationId, content, audience, now);
    },
    { bodyBytes },
  );

  serve(
    app,
    sendRoute,
    async ({ principal, body }) => {
      const form = checkForm(body, { needsRecipients: true });
      const scope = await scopeOf(db, principal);
      const message = { scope, key: body.key.toLowerCase(), ...form };
      const sent = await sendMassMessage(db, actorOf(principal), needs.secrets, message, clock.now());
      if (sent.kind === 'foreign') throw foreignRecipients(sent.count);
      if (sent.kind === 'other-content')
        throw conflict('Another message was sent by this form. Open the page again to send one more.');
      const [stored] = await readSentMessages(db, scope, [sent.id]);
      // Thousands of recipients were read: what they become is of another turn of the event loop.
      await nextTurn();
      return presentSent(required(stored, 'the message that was sent'));
    },
    { bodyBytes },
  );

  serve(app, massMessageHistory, async ({ principal, request, reply }) => {
    const scope = await scopeOf(db, principal);
    const listed = (await listSentIds(db, scope)).map((id) => ({ id }));
    // A message has thousands of recipients: only those of the page are read.
    const page = pageOf(listed, request, reply);
    const messages = await readSentMessages(
      db,
      scope,
      page.map(({ id }) => id),
    );
    return new PageAnswer(messages.map(presentSent));
  });

  serve(app, massMessageRecipients, async ({ principal, params }) => {
    const found = await readMassRecipients(db, await scopeOf(db, principal), params.id);
    if (!found) throw notFound('The message');
    return found.recipients.map((row) => presentMassRecipient(row, found.channel));
  });

  massTemplateRoutes(app, { db, clock });
}

function massTemplateRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, massMessageTemplates, async ({ principal }) =>
    (await listTemplates(db, principal.organizationId)).map(presentTemplate),
  );

  serve(
    app,
    addMassMessageTemplate,
    async ({ principal, body }) => {
      const { content } = checkForm(body, { needsRecipients: false });
      const of = { organizationId: principal.organizationId, createdBy: principal.userId };
      const stored = await insertTemplate(db, actorOf(principal), of, content, clock.now()).catch(
        (error: unknown) => {
          if (error instanceof TooManyTemplates)
            throw conflict('Your organization has 200 templates, which is the most. Delete one first.');
          throw error;
        },
      );
      return presentTemplate(stored);
    },
    { bodyBytes },
  );

  serve(
    app,
    changeMassMessageTemplate,
    async ({ principal, body }) => {
      const { content } = checkForm(body, { needsRecipients: false });
      const key = { ...keyOf(principal, body.id), revision: body.revision };
      const change = { content, changedBy: principal.userId };
      const stored = await updateTemplate(db, actorOf(principal), key, change, clock.now());
      if (!stored) throw notFound('The template');
      return presentTemplate(stored);
    },
    { bodyBytes },
  );

  serve(app, deleteMassMessageTemplate, async ({ principal, params }) => {
    if (!(await removeTemplate(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The template');
    return { id: params.id };
  });
}

/** An Assistant Admin is limited to the own group. */
async function scopeOf(db: Database, principal: Principal): Promise<MassScope> {
  const { organizationId, userId } = principal;
  return { organizationId, senderId: userId, group: await groupOf(db, principal) };
}
