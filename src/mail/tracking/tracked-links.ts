/**
 * Links that tell who followed them. The address that one leads to stands in it, signed for the mail it
 * was written for: no row is kept, and nobody can make one that leads elsewhere.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { writeBase32 } from '#core/base32.ts';
import type { MailTokens } from '../tokens.ts';
import { changeLinks } from './html-links.ts';

/** What `Sealer.deriveKey` makes the key for. */
export const linkKeyUse = 'parley tracked links';

const macBytes = 10;
/** A longer one stays as it is: servers and clients cut what is longer still. */
const urlMax = 2_000;

export type TrackedLinksPorts = {
  readonly key: Buffer;
  readonly tokens: MailTokens;
  /** Where the pages are, without a slash at its end. */
  readonly base: string;
};

export type Tracking = { readonly opens: boolean; readonly clicks: boolean };

export class TrackedLinks {
  readonly #ports: TrackedLinksPorts;

  constructor(ports: TrackedLinksPorts) {
    this.#ports = ports;
  }

  /** Where the pages are. */
  get base(): string {
    return this.#ports.base;
  }

  /** The html of one copy, with every value filled in. */
  track(html: string, mailId: number, { opens, clicks }: Tracking): string {
    const linked = clicks ? changeLinks(html, (url) => this.linkTo(mailId, url)) : html;
    return opens ? withPixel(linked, this.pixelOf(mailId)) : linked;
  }

  /** Undefined for what is not tracked: other schemes, and pages of ours. */
  linkTo(mailId: number, url: string): string | undefined {
    const { base, tokens } = this.#ports;
    if (!/^https?:\/\/[^/]/i.test(url) || url.length > urlMax || !URL.canParse(url))
      return undefined;
    if (url.startsWith(`${base}/`)) return undefined;
    const token = tokens.makeToken('tracking', mailId);
    const written = Buffer.from(url).toString('base64url');
    return `${base}/c/${token}/${this.#macOf(mailId, url)}/${written}`;
  }

  /** From what stands behind `/c/`. */
  readLink(path: string): { readonly mailId: number; readonly url: string } | undefined {
    const [token = '', mac = '', written = '', ...more] = path.split('/');
    const mailId = this.#ports.tokens.readToken('tracking', token);
    if (mailId === undefined || more.length > 0) return undefined;
    const url = Buffer.from(written, 'base64url').toString();
    const [given, right] = [Buffer.from(mac), Buffer.from(this.#macOf(mailId, url))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return { mailId, url };
  }

  pixelOf(mailId: number): string {
    const { base, tokens } = this.#ports;
    return `${base}/o/${tokens.makeToken('tracking', mailId)}.gif`;
  }

  /** From what stands behind `/o/`. */
  readPixel(path: string): number | undefined {
    return this.#ports.tokens.readToken('tracking', path.replace(/\.gif$/, ''));
  }

  #macOf(mailId: number, url: string): string {
    const mac = createHmac('sha256', this.#ports.key).update(`${mailId} ${url}`);
    return writeBase32(mac.digest().subarray(0, macBytes));
  }
}

/** At the end of the body, so that a page that is cut short was not read to its end. */
function withPixel(html: string, url: string): string {
  const image = `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = [...html.matchAll(/<\/body[\s>]/gi)].at(-1)?.index;
  return end === undefined ? `${html}${image}` : html.slice(0, end) + image + html.slice(end);
}
