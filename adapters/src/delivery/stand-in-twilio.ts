import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';

export interface TwilioMessage {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  status: string;
  readonly date_created: string;
  date_sent: string | null;
  error_code: number | null;
}

/**
 * What the stand-in does with the next POST: accepts it, accepts it and loses the response, or rejects it.
 */
export type NextAnswer =
  | { readonly kind: 'take' | 'take-late' | 'take-and-cut' | 'take-and-garble' | 'silent' }
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly code: number | null;
      readonly retryAfter?: string;
    };

export interface StandInTwilio extends StandIn {
  readonly messages: TwilioMessage[];
  readonly forms: URLSearchParams[];
  next: NextAnswer;
  /** Status of the list; 200 unless set. */
  listStatus: number;
}

/**
 * For tests: a server on this machine that implements Twilio's messaging API as documented, without
 * idempotency. `now` is the time of accepted messages, epoch ms.
 */
export async function openStandInTwilio(options: {
  accountSid: string;
  authToken: string;
  now: () => number;
}): Promise<StandInTwilio> {
  const messages: TwilioMessage[] = [];
  const forms: URLSearchParams[] = [];
  const authorization = `Basic ${Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64')}`;

  const standIn = await openStandIn(async (request, response) => {
    const url = new URL(request.url!, 'http://stand-in');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname !== `/2010-04-01/Accounts/${options.accountSid}/Messages.json`)
      return json(404, { code: 20404, status: 404 });
    if (request.headers.authorization !== authorization)
      return json(401, { code: 20003, message: 'Authenticate', status: 401 });
    if (request.method === 'GET')
      return twilio.listStatus === 200
        ? json(200, { messages: listed(url.searchParams) })
        : json(twilio.listStatus, { code: 0 });
    const form = new URLSearchParams((await readBody(request)).toString());
    forms.push(form);
    answer(request, response, form, json);
  });

  function listed(query: URLSearchParams): TwilioMessage[] {
    const since = query.get('DateSent>');
    return messages.filter(
      ({ to, date_sent }) =>
        to === query.get('To') &&
        (!since || (date_sent !== null && Date.parse(date_sent) >= Date.parse(since))),
    );
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    form: URLSearchParams,
    json: (status: number, body: unknown) => void,
  ): void {
    const { next } = twilio;
    if (next.kind === 'silent') return;
    if (next.kind === 'refuse') {
      if (next.retryAfter) response.setHeader('retry-after', next.retryAfter);
      if (next.code === null) response.writeHead(next.status).end('<html>');
      else json(next.status, { code: next.code, message: 'No.', status: next.status });
      return;
    }
    const date = new Date(options.now()).toUTCString().replace('GMT', '+0000');
    const message = {
      sid: `SM${messages.length + 1}`,
      to: form.get('To')!,
      body: form.get('Body')!,
      status: 'queued',
      date_created: date,
      date_sent: null,
      error_code: null,
    };
    messages.unshift(message);
    if (next.kind === 'take-and-cut') request.socket.destroy();
    else if (next.kind === 'take-and-garble') response.writeHead(200).end('<html>gateway</html>');
    else setTimeout(() => json(201, message), next.kind === 'take-late' ? 600 : 0);
  }

  const twilio: StandInTwilio = { ...standIn, messages, forms, next: { kind: 'take' }, listStatus: 200 };
  return twilio;
}
