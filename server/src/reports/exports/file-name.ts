/**
 * The header by which a browser saves a download under the name of something. Characters that a file system or a header
 * cannot have are replaced.
 */
export function downloadHeader(name: string, ending: string): string {
  const safe = name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069"*/:<>?\\|%;]+/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 100)
    .toWellFormed();
  const file = `${safe === '' ? 'weather-station' : safe}.${ending}`;
  const ascii = file.replace(/[^\x20-\x7e]+/g, '_');
  const encoded = encodeURIComponent(file).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
