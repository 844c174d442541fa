import { getOperatorProfile, type OperatorProfile, saveOperatorProfile } from '@allclear/contract';
import { nameFault, personNameMaxLength } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { changeOperatorName, findOperator, type StoredOperator } from './profile.store.ts';

/** The own account of an operator: the name, which people read whom the operator acts as. */
export function operatorProfileRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getOperatorProfile, async ({ principal }) => present(await findOperator(db, principal.userId)));

  serve(app, saveOperatorProfile, async ({ principal, body: { revision, ...form } }) => {
    const name = {
      firstName: form.firstName.normalize('NFC').trim(),
      lastName: form.lastName.normalize('NFC').trim(),
    };
    const key = { id: principal.userId, revision };
    const first = nameFault(name.firstName, 'First name', personNameMaxLength, true);
    const last = nameFault(name.lastName, 'Last name', personNameMaxLength, false);
    if (first !== null || last !== null)
      throw invalid({
        ...(first === null ? {} : { FirstName: [first] }),
        ...(last === null ? {} : { LastName: [last] }),
      });
    const saved = await changeOperatorName(db, actorOf(principal), key, name);
    return { message: 'Profile saved', profile: present(saved) };
  });
}

function present(operator: StoredOperator | undefined): OperatorProfile {
  if (!operator) throw notFound('The user');
  const { id, firstName, lastName, email, revision } = operator;
  return { id, firstName, lastName, email, revision };
}
