/** Marks the error summary of a form. */
export const summaryAttribute = 'data-error-summary';

/** Fields with an error, and groups of fields with one (`data-invalid`), in the order of the page. */
const invalid = '[aria-invalid="true"], [data-invalid="true"]';
const focusable = 'input:not([type="hidden"]), select, textarea, button';

/** After a refusal: the focus goes to the error summary, or to the first invalid field of a form without one. */
export function focusAfterRefusal(form: HTMLFormElement): void {
  const summary = form.querySelector<HTMLElement>(`[${summaryAttribute}]`);
  if (summary) summary.focus();
  else fieldsOf(form)[0]?.focus();
}

/**
 * The field of each error by its label: the one whose description (`aria-describedby`) has the error, which may
 * begin with the name of the field. Of several descriptions with the same error, each label takes the next. An
 * error without a field is left out.
 */
export function fieldsByLabel(
  form: HTMLFormElement,
  errors: Readonly<Record<string, readonly string[]>>,
): Map<string, HTMLElement> {
  const taken = new Set<string>();
  const elements = [...form.querySelectorAll(invalid)];
  const found = new Map<string, HTMLElement>();
  for (const [label, sentences] of Object.entries(errors)) {
    const describing = elements.filter((element) => {
      const text = descriptionOf(element);
      return sentences.some(
        (sentence) => text.includes(sentence) || (text !== '' && sentence.endsWith(text)),
      );
    });
    const element = describing.find((one) => !taken.has(descriptionIdsOf(one))) ?? describing[0];
    const field = element && focusableOf(element);
    if (!field) continue;
    taken.add(descriptionIdsOf(element));
    found.set(label, field);
  }
  return found;
}

function fieldsOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll(invalid)].flatMap((element) => focusableOf(element) ?? []);
}

function focusableOf(element: Element): HTMLElement | null {
  return element.matches(focusable)
    ? (element as HTMLElement)
    : element.querySelector<HTMLElement>(focusable);
}

function descriptionOf(element: Element): string {
  const ids = descriptionIdsOf(element).split(/\s+/).filter(Boolean);
  return ids.map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
}

function descriptionIdsOf(element: Element): string {
  return element.getAttribute('aria-describedby') ?? '';
}
