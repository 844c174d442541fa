import { DOMParser } from '@xmldom/xmldom';

/** What an answer must say. */
export interface Expected {
  readonly callbackUrl: string;
  readonly requestId: string;
  readonly idpEntityId: string;
  /** Epoch ms. */
  readonly latestIssue: number;
}

const samlp = 'urn:oasis:names:tc:SAML:2.0:protocol';
const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const maxLength = 400_000;

const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * What node-saml does not check of an answer (SAML 2.0 profiles, section 4.1.4; core, section 5): that it is for this
 * address and this request, of this issuer, signed with SHA-2, and that there is one assertion and nothing beside it
 * that a signature could stand for. Says nothing of whether a signature is right. Throws an Error.
 */
export function readSamlAnswer(xml: string, expected: Expected): { nameId: string } {
  if (xml.length > maxLength) refuse('it is too long');
  // Comments and processing instructions split text for some readers, entities and CDATA hide it.
  if (/<!|<\?(?!xml\s)/i.test(xml)) refuse('it has a comment, a DTD or another part that is no element');
  const root = parse(xml);
  if (root.namespaceURI !== samlp || root.localName !== 'Response') refuse('it is no response');
  const ids = elements(root, '*', '*', true).flatMap((one) => one.getAttribute('ID') || []);
  if (new Set(ids).size !== ids.length) refuse('two parts have the same ID');
  if (elements(root, saml, 'EncryptedAssertion').length > 0) refuse('its assertion is encrypted');
  const assertion = only(elements(root, saml, 'Assertion'), 'assertion');
  if (assertion.parentNode !== root) refuse('its assertion is inside another part');
  checkSignatures(root, assertion);

  if (root.getAttribute('Destination') !== expected.callbackUrl) refuse('its destination is another address');
  if (root.getAttribute('InResponseTo') !== expected.requestId) refuse('it answers another request');
  const codes = children(only(children(root, samlp, 'Status'), 'status'), samlp, 'StatusCode');
  if (only(codes, 'status code').getAttribute('Value') !== success)
    refuse('the provider did not sign anybody in');
  for (const issuer of [
    ...children(root, saml, 'Issuer'),
    only(children(assertion, saml, 'Issuer'), 'issuer'),
  ])
    if (text(issuer) !== expected.idpEntityId) refuse('it is of another issuer');
  for (const one of [root, assertion]) {
    const issuedAt = Date.parse(one.getAttribute('IssueInstant') ?? '');
    if (!(issuedAt <= expected.latestIssue)) refuse('it is issued in the future');
  }
  return { nameId: readSubject(assertion, expected) };
}

function readSubject(assertion: Element, { callbackUrl, requestId }: Expected): string {
  const subject = only(children(assertion, saml, 'Subject'), 'subject');
  const confirmations = children(subject, saml, 'SubjectConfirmation').filter(
    (one) => one.getAttribute('Method') === bearer,
  );
  const data = only(
    children(only(confirmations, 'confirmation'), saml, 'SubjectConfirmationData'),
    'confirmation',
  );
  if (data.getAttribute('Recipient') !== callbackUrl) refuse('its recipient is another address');
  if (data.getAttribute('InResponseTo') !== requestId) refuse('its subject answers another request');
  if (Number.isNaN(Date.parse(data.getAttribute('NotOnOrAfter') ?? ''))) refuse('it never expires');
  const conditions = only(children(assertion, saml, 'Conditions'), 'conditions');
  if (children(conditions, saml, 'AudienceRestriction').length === 0) refuse('it is for any audience');
  const nameId = text(only(children(subject, saml, 'NameID'), 'name'));
  if (nameId === '' || nameId.length > 500) refuse('it names nobody');
  return nameId;
}

/** Each signature stands in what it signs: the response, or its assertion. */
function checkSignatures(root: Element, assertion: Element): void {
  const signatures = elements(root, dsig, 'Signature');
  if (signatures.length === 0) refuse('it is not signed');
  for (const signature of signatures) {
    const signed = signature.parentNode;
    if (signed !== root && signed !== assertion) refuse('a signature is inside another part');
    const owner = signed as Element;
    if (children(owner, dsig, 'Signature').length !== 1) refuse('a part has two signatures');
    const info = only(children(signature, dsig, 'SignedInfo'), 'signed part');
    const reference = only(children(info, dsig, 'Reference'), 'reference');
    if (reference.getAttribute('URI') !== `#${owner.getAttribute('ID')}`)
      refuse('a signature is of another part');
    const method = only(children(info, dsig, 'SignatureMethod'), 'signature method');
    if (!signatureMethods.has(method.getAttribute('Algorithm') ?? '')) refuse('its signature is not SHA-2');
    const digest = only(children(reference, dsig, 'DigestMethod'), 'digest method');
    if (!digestMethods.has(digest.getAttribute('Algorithm') ?? '')) refuse('its digest is not SHA-2');
  }
}

function parse(xml: string): Element {
  const fail = (problem: string) => refuse(`it is not XML: ${problem.slice(0, 100)}`);
  const document = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  }).parseFromString(xml, 'text/xml');
  return document?.documentElement ?? refuse('it is empty');
}

function elements(root: Element, namespace: string, name: string, withRoot = false): Element[] {
  const found = Array.from(root.getElementsByTagNameNS(namespace, name));
  return withRoot ? [root, ...found] : found;
}

function children(parent: Element, namespace: string, name: string): Element[] {
  return elements(parent, namespace, name).filter((one) => one.parentNode === parent);
}

function only(list: readonly Element[], what: string): Element {
  const [one] = list;
  return one && list.length === 1 ? one : refuse(`it has ${list.length} times its ${what}`);
}

function text(element: Element): string {
  return (element.textContent ?? '').trim();
}

function refuse(problem: string): never {
  throw new Error(`the SAML answer cannot be used: ${problem}`);
}
