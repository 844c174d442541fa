import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of somebody else, on an origin and a site of its own. */
export interface ForeignPage {
  readonly origin: string;
  /** What its page holds. */
  show(html: string): void;
  close(): void;
}

/** What would reach a widget that is part of the page. */
const hostileCss = `
  * { color: #fff !important; background: #fff !important; font: italic 3px/1 cursive !important;
      text-transform: uppercase !important; opacity: .2 !important; }
  iframe { opacity: 1 !important; }
  .band, .instruction, .widget, [role="status"], p, footer { display: none !important; }
`;

/** A page with hostile styles and a policy that lets it load nothing but its style, the frame and its script. */
export async function openForeignPage(widgetOrigin: string): Promise<ForeignPage> {
  let body = '';
  const server = createServer((request, response) => {
    if (request.url === '/site.css')
      return response.writeHead(200, { 'content-type': 'text/css' }).end(hostileCss);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src ${widgetOrigin}; script-src ${widgetOrigin}; base-uri 'none'`,
    });
    response.end(
      `<!doctype html><html lang="en"><head><title>A club</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/site.css"></head><body>${body}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Not `localhost`: to a browser it is another site, so that cookies would be those of a third party.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (html) => {
      body = html;
    },
    close: () => void server.close(),
  };
}
