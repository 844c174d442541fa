/** Whether bytes begin and end as a JPEG does (ISO/IEC 10918-1, SOI and EOI); some cameras pad the end. */
export function isJpeg(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 4 && isPadding(bytes[end - 1]) && bytes.length - end < 64) end -= 1;
  const begins = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  return begins && end > 4 && bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9;
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x0a || byte === 0x0d;
}
