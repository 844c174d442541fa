/** How long a page of a list stays, real ms. */
const pageMs = 8_000;

/** What a list shows that has more than fits: a page, and another one after some seconds. */
export function pageAt<Item>(
  items: readonly Item[],
  perPage: number,
  elapsedMs: number,
): { readonly items: readonly Item[]; readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.floor(Math.max(0, elapsedMs) / pageMs) % pages;
  return { items: items.slice(page * perPage, (page + 1) * perPage), page, pages };
}

/** A text in pieces of at most so many characters, cut between words where it can be. */
export function piecesOf(text: string, length: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > length) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > length / 2 ? space : length;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' && pieces.length > 0 ? pieces : [...pieces, rest];
}
