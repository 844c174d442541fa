import { readFileSync } from 'node:fs';
import { DOMParser } from '@xmldom/xmldom';
import { validateXML } from 'xmllint-wasm';

/**
 * A reader of CAP 1.2 and of its Atom feed, written from the standards alone: it shares no code with what writes
 * them. It throws for what the standards do not allow.
 */

export interface ReadAlert {
  readonly identifier: string;
  readonly sender: string;
  readonly sent: number;
  readonly status: string;
  readonly msgType: string;
  readonly references: readonly { sender: string; identifier: string; sent: number }[];
  readonly event: string;
  readonly responseType: string;
  readonly urgency: string;
  readonly severity: string;
  readonly certainty: string;
  readonly onset: number | null;
  readonly expires: number;
  readonly senderName: string;
  readonly headline: string;
  readonly description: string;
  readonly instruction: string;
  readonly areaDesc: string;
  readonly circle: { latitude: number; longitude: number; radiusKm: number };
}

const schema = readFileSync(new URL('cap-1.2.xsd', import.meta.url), 'utf8');

/** What the schema says against documents; empty when they all hold. */
export async function schemaErrors(documents: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [schema],
    initialMemoryPages: 512,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

function rootOf(text: string, namespace: string, name: string): Element {
  const problems: string[] = [];
  const note = (message: string) => problems.push(message);
  const root = new DOMParser({
    errorHandler: { warning: note, error: note, fatalError: note },
  }).parseFromString(text, 'text/xml').documentElement;
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (root.namespaceURI !== namespace || root.localName !== name)
    throw new Error(`<${root.nodeName}> of ${root.namespaceURI} is no <${name}>`);
  return root;
}

function children(of: Element, name: string): Element[] {
  return Array.from(of.childNodes).filter(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );
}

function only(of: Element, name: string): Element {
  const [child, more] = children(of, name);
  if (!child || more) throw new Error(`<${of.nodeName}> has not exactly one <${name}>`);
  return child;
}

const textOf = (of: Element, name: string) => only(of, name).textContent ?? '';
const optional = (of: Element, name: string) => (children(of, name).length === 0 ? null : textOf(of, name));

function instant(text: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/.test(text))
    throw new Error(`'${text}' is no time of CAP`);
  return Date.parse(text);
}

export function readAlert(text: string): ReadAlert {
  const alert = rootOf(text, 'urn:oasis:names:tc:emergency:cap:1.2', 'alert');
  const info = only(alert, 'info');
  const area = only(info, 'area');
  const onset = optional(info, 'onset');
  const [, latitude, longitude, radius] = /^(\S+),(\S+) (\S+)$/.exec(textOf(area, 'circle')) ?? [];
  if (textOf(alert, 'scope') === 'Restricted') only(alert, 'restriction');
  const msgType = textOf(alert, 'msgType');
  const references = (optional(alert, 'references') ?? '')
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => {
      const [sender = '', identifier = '', sent = ''] = one.split(',');
      return { sender, identifier, sent: instant(sent) };
    });
  if ((msgType === 'Update' || msgType === 'Cancel') && references.length === 0)
    throw new Error(`The ${msgType} refers to nothing`);
  return {
    identifier: textOf(alert, 'identifier'),
    sender: textOf(alert, 'sender'),
    sent: instant(textOf(alert, 'sent')),
    status: textOf(alert, 'status'),
    msgType,
    references,
    event: textOf(info, 'event'),
    responseType: textOf(info, 'responseType'),
    urgency: textOf(info, 'urgency'),
    severity: textOf(info, 'severity'),
    certainty: textOf(info, 'certainty'),
    onset: onset === null ? null : instant(onset),
    expires: instant(textOf(info, 'expires')),
    senderName: textOf(info, 'senderName'),
    headline: textOf(info, 'headline'),
    description: textOf(info, 'description'),
    instruction: optional(info, 'instruction') ?? '',
    areaDesc: textOf(area, 'areaDesc'),
    circle: { latitude: Number(latitude), longitude: Number(longitude), radiusKm: Number(radius) },
  };
}

export interface ReadFeed {
  readonly id: string;
  readonly title: string;
  readonly updated: number;
  readonly entries: readonly { id: string; title: string; updated: number; summary: string; href: string }[];
}

export function readFeed(text: string): ReadFeed {
  const feed = rootOf(text, 'http://www.w3.org/2005/Atom', 'feed');
  only(only(feed, 'author'), 'name');
  return {
    id: textOf(feed, 'id'),
    title: textOf(feed, 'title'),
    updated: Date.parse(textOf(feed, 'updated')),
    entries: children(feed, 'entry').map((entry) => {
      const link = only(entry, 'link');
      if (link.getAttribute('type') !== 'application/cap+xml')
        throw new Error('The link is not to a CAP document');
      return {
        id: textOf(entry, 'id'),
        title: textOf(entry, 'title'),
        updated: Date.parse(textOf(entry, 'updated')),
        summary: textOf(entry, 'summary'),
        href: link.getAttribute('href') ?? '',
      };
    }),
  };
}
