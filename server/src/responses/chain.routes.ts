import * as contract from '@allclear/contract';
import { checkEscalationChain } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { changeChain, foreignTargets, readChain, type StoredChain } from './chain.store.ts';

/** Whom requests without responses are passed on to. */
export function chainRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const present = ({ steps, revision }: StoredChain): contract.EscalationChain => ({
    ...{ steps: [...steps], revision },
  });

  serve(app, contract.getEscalationChain, async ({ principal }) =>
    present(await readChain(db, principal.organizationId)),
  );

  serve(app, contract.changeEscalationChain, async ({ principal, body }) => {
    const error = checkEscalationChain(body.steps);
    if (error !== null) throw invalid({ Steps: [error] });
    if ((await foreignTargets(db, principal.organizationId, body.steps)) > 0)
      throw invalid({ Steps: ['A step names a person or a site that the organization does not have'] });
    return present(await changeChain(db, actorOf(principal), principal.organizationId, body, clock.now()));
  });
}
