import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import { emailHtml } from './email-html.ts';
import { ATTEMPT_TIMEOUT_MS, accepted, failed } from './outcome.ts';
import type { DeliveryAdapter, DeliveryOutcome, OutgoingMessage } from './port.ts';

export interface EmailTarget {
  readonly address: string;
  readonly name?: string;
}

export interface SmtpMailOptions {
  /**
   * `smtp://user:password@host:port` (STARTTLS where the server offers it; `?requireTLS=true` requires it) or
   * `smtps://…`.
   */
  readonly url: string;
  /** 'Allclear <alerts@example.org>'. */
  readonly from: string;
  /** `http://host:port` of a proxy that allows mail (CONNECT); most mail servers are reached directly. */
  readonly proxyUrl?: string | null;
  /** 20 unless set. */
  readonly maxConnections?: number;
  /** Timeout of each response of the server, milliseconds. */
  readonly timeoutMs?: number;
}

/** One mailbox only: no list, no comment, no second line, no quoted address. */
const MAILBOX = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;

/**
 * Email through the organization's SMTP server over pooled connections: plain text and a small HTML
 * alternative. The Message-ID comes from `message.id`, so that a repeat is recognized. The notices of one
 * warning refer to each other, so that mail programs show them as one thread. Codes 4xx and a lost connection
 * are retryable, 5xx is final. Throws when `url` or `from` is invalid.
 */
export function createSmtpMail(options: SmtpMailOptions): DeliveryAdapter<EmailTarget> {
  const { from, proxyUrl, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const server = readUrl(options.url);
  const domain = /^[^\p{Cc}]*@([^\s@<>\p{Cc}]+?)>?$/u.exec(from)?.[1];
  if (!domain)
    throw new Error('The sender of emails is not an address such as Allclear <alerts@example.org>.');
  const transport = nodemailer.createTransport({
    pool: true,
    url: options.url,
    maxConnections: options.maxConnections ?? 20,
    // Retries are scheduled by the caller, which counts attempts.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(proxyUrl && { proxy: proxyUrl }),
  });
  const idOf = (key: string) => `<${hash(key)}@${domain}>`;

  function mailOf(message: OutgoingMessage, { address, name }: EmailTarget) {
    const text = message.text.includes(message.url) ? message.text : `${message.text}\n\n${message.url}`;
    return {
      from,
      to: { address, name: oneLine(name ?? '') },
      subject: oneLine(message.subject),
      text,
      html: emailHtml(message),
      messageId: idOf(message.id),
      references: idOf(`warning ${message.correlationId}`),
      ...(message.kind === 'warning' && { priority: 'high' as const }),
      ...(message.replyTo !== undefined && { replyTo: { address: message.replyTo, name: '' } }),
      ...(message.copies && { cc: message.copies.map((copy) => ({ address: copy, name: '' })) }),
      ...(message.attachments && {
        attachments: message.attachments.map(({ name: filename, contentType, bytes }) => ({
          ...{ filename: oneLine(filename), contentType, content: Buffer.from(bytes) },
        })),
      }),
      headers: {
        // A person wrote what can be answered: the systems of a desk must not take it for an automatic mail.
        ...(message.replyTo === undefined && {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        }),
        'X-Entity-Ref-ID': hash(message.id),
      },
    };
  }

  return {
    channel: 'email',
    vendor: 'smtp',
    async send(message, target, signal) {
      const addresses = [target.address, ...(message.copies ?? []), message.replyTo ?? target.address];
      if (!addresses.every((address) => MAILBOX.test(address)))
        return failed('The email address is not valid.', { gone: true });
      try {
        const { messageId, response } = await transport.sendMail({ ...mailOf(message, target), signal });
        return accepted(messageId, oneLine(withoutSecrets(response, server.secrets)).slice(0, 200));
      } catch (error) {
        if (signal.aborted) return failed('The email was canceled.', { retryable: true });
        return sortSmtpFailure(error, server);
      }
    },
    close: async () => transport.close({ force: true }),
  };
}

interface SmtpServer {
  readonly host: string;
  readonly secrets: readonly string[];
}

function readUrl(url: string): SmtpServer {
  const parsed = URL.parse(url);
  if (!parsed?.hostname || !['smtp:', 'smtps:'].includes(parsed.protocol)) {
    throw new Error(
      'The address of the mail server is not of the form smtp://user:password@host:port or smtps://….',
    );
  }
  const password = decodeURIComponent(parsed.password);
  return {
    host: parsed.hostname,
    secrets: password ? [password, Buffer.from(password).toString('base64')] : [],
  };
}

/** SMTP reply codes: RFC 5321 section 4.2; the enhanced ones (5.1.x: bad destination): RFC 3463. */
function sortSmtpFailure(error: unknown, { host, secrets }: SmtpServer): DeliveryOutcome {
  const { code = 'error', responseCode, response = '', command = '' } = error as SmtpFailure;
  if (!responseCode) {
    const isRefusedHere = code === 'EENVELOPE' || code === 'EMESSAGE';
    const why = WORDS_BY_CODE[code];
    return failed(`The mail server ${host} could not take the message${why ? `: ${why}` : ''} (${code}).`, {
      retryable: !isRefusedHere,
    });
  }
  const said = oneLine(withoutSecrets(response, secrets)).slice(0, 200);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1];
  const isUnknown =
    command === 'RCPT TO' && (enhanced ? /^5\.1\.([1236]|10)$/.test(enhanced) : responseCode === 550);
  if (code === 'EAUTH')
    return failed(`The mail server ${host} refused the sign-in (${responseCode}).`, {
      retryable: responseCode < 500,
    });
  return failed(`The mail server ${host} answered: ${said}`, {
    retryable: responseCode < 500,
    gone: isUnknown,
  });
}

/** Nodemailer's codes of failures without an answer of the server. */
const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  ECONNECTION: 'the connection failed',
  EDNS: 'its name was not found',
  EPROTOCOL: 'what answers there speaks no SMTP',
  EREQUIRETLS: 'it offers no encryption',
  ESOCKET: 'it refused or broke the connection',
  ETIMEDOUT: 'it did not answer in time',
  ETLS: 'the encryption failed',
};

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

/** Removes line breaks, so that nothing can become a header of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

/**
 * Connects to a mail server and signs in as mail would, without sending any. Null when that works, else a sentence,
 * without the password of the address.
 */
export async function smtpFailure(url: string, timeoutMs: number): Promise<string | null> {
  const server = readUrl(url);
  const transport = nodemailer.createTransport({
    ...{ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ dnsTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH') return `The mail server ${server.host} does not take the user name and password.`;
    return `The mail server ${server.host} cannot be used (${responseCode ?? code ?? 'no reason given'}).`;
  } finally {
    transport.close();
  }
}
