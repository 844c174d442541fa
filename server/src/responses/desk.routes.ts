import * as contract from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { groupOf } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { targetNames } from './chain.store.ts';
import { presentRequest, presentResponse } from './present-request.ts';
import { countedOfRequest, findRequest, pageOfPeople, stepsOfRequest } from './requests.store.ts';
import { listWarningRequests } from './warning-requests.store.ts';

/** What the desk sees of requests: an Assistant Admin the people of the own group. */
export function deskRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const found = async (principal: Principal, id: string) => {
    const group = await groupOf(db, principal);
    const request = await findRequest(db, keyOf(principal, id), group);
    if (!request) throw notFound('The message');
    return { request, group };
  };

  serve(app, contract.responseRequest, async ({ principal, params }) => {
    const { request, group } = await found(principal, params.id);
    const people = await countedOfRequest(db, request.id, group);
    const names = await targetNames(db, principal.organizationId, request.steps);
    return presentRequest(request, people, await stepsOfRequest(db, request.id), names);
  });

  serve(app, contract.responseRequestPeople, async ({ principal, params, query }) => {
    const { request, group } = await found(principal, params.id);
    const { people, total } = await pageOfPeople(db, request.id, group, {
      ...{ kind: query.kind ?? null, search: query.search, page: query.page },
      pageSize: contract.responsePeoplePerPage,
    });
    return {
      total,
      people: people.map(({ id, name, groupName, response }) => ({
        ...{ id, name, groupName, response: presentResponse(response) },
      })),
    };
  });

  serve(app, contract.listWarningRequests, async ({ principal }) => {
    const group = await groupOf(db, principal);
    return (await listWarningRequests(db, principal.organizationId, group)).map(
      ({ askedAt, ...request }) => ({
        ...request,
        askedUtc: isoTime(askedAt),
      }),
    );
  });
}
