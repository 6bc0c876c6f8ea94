/** A caught mail as people read it. */
import PostalMime from 'postal-mime';
import type { CaughtMail } from './caught-mail.ts';
import { type HeaderField, readHeader } from './mail-headers.ts';

export type MailReading = {
  readonly header: readonly HeaderField[];
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
};

/** What no mail of ours comes near. */
const bounds = { maxNestingDepth: 50, maxHeadersSize: 1_048_576 };

export async function readCaughtMail({ octets }: Pick<CaughtMail, 'octets'>): Promise<MailReading> {
  const mail = await PostalMime.parse(octets, { ...bounds, attachmentEncoding: 'arraybuffer' });
  return {
    header: readHeader(octets),
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
  };
}

export type CaughtFile = {
  readonly name: string;
  readonly type: string;
  /** Without its brackets; empty where it has none. */
  readonly contentId: string;
  readonly octets: Buffer;
};

/** Its attachments and the images of its html, in their order. */
export async function readCaughtFiles({
  octets,
}: Pick<CaughtMail, 'octets'>): Promise<readonly CaughtFile[]> {
  const mail = await PostalMime.parse(octets, { ...bounds, attachmentEncoding: 'arraybuffer' });
  return mail.attachments.map(({ filename, mimeType, contentId = '', content }) => ({
    name: filename ?? '',
    type: mimeType,
    contentId: contentId.replace(/^<|>$/g, ''),
    octets:
      typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  }));
}
