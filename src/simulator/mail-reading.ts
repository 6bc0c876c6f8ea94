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
