/** Puts a text on the clipboard. Throws where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // Only secure pages have `navigator.clipboard`, and a server in a local network may have no certificate.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('This browser does not allow copying here');
}

/** Whether this browser can put a picture on the clipboard. */
export function canCopyPicture(): boolean {
  return typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write !== undefined;
}

/** The picture may still be drawn: the browser allows a copy only at once after a press. */
export function copyPicture(picture: Promise<Blob>): Promise<void> {
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
}

export function savePicture(picture: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
