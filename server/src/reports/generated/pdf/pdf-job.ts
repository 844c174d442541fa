/** What the thread that draws a PDF is started with. */
export interface PdfJob {
  readonly title: string;
  readonly organization: string;
  /** 'YYYY-MM-DD' */
  readonly startDate: string;
  readonly endDate: string;
  readonly head: readonly string[];
  /** When the report was asked for, epoch ms: the time in the file, so that the same report has the same bytes. */
  readonly createdAt: number;
}

export type ToPdfThread =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'end' };

/** `taken` answers rows; after `end` come the bytes. */
export type FromPdfThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly isLast: boolean };
