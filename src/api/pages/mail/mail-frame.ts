/**
 * The document in which a page shows html that is still being written. A frame of its own origin can be
 * framed under our policy and has styles of its own; what it shows is posted to it by the page around it.
 */
import { createHash } from 'node:crypto';
import type { HttpReply } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import type { Page } from '../page.ts';

/** A document that DOMParser makes runs no script of its own. */
const script = `addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data !== 'string') return;
  const shown = new DOMParser().parseFromString(event.data, 'text/html');
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement);
});`;

const hash = createHash('sha256').update(script).digest('base64');

/** `sandbox` without our origin: it reads nothing of ours, loads nothing and posts nothing. */
const policy = `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;

const reply: HttpReply = {
  status: 200,
  headers: pageHeaders(policy).concat(['Content-Type', 'text/html; charset=utf-8']),
  body: `<!doctype html><title>Mail</title><script>${script}</script>`,
};

export const mailFramePage: Page = {
  path: '/mail-frame',
  methods: ['GET', 'HEAD'],
  answer: () => reply,
};
