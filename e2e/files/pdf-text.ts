import { extractText } from 'unpdf';

/** The text of a PDF as a reader copies it, page after page, with single blanks between its parts. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(Uint8Array.from(bytes), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}
