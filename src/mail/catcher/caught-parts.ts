/** Parts of a caught mail as files: its html for a frame, its octets, its attachments. */
import { FileAnswer } from '#core/file-answer.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { CaughtFile, CaughtMail, ReadingPorts } from './caught-mail.ts';
import { type OwnImages, showHtml } from './shown-html.ts';

/** Mails are made for white paper. */
const frameStart =
  '<!doctype html><meta name="color-scheme" content="only light"><style>html{background:#fff;color:#000;font-family:sans-serif}img{max-width:100%}</style>';

export async function htmlOf(
  mail: CaughtMail,
  { caughtReader }: ReadingPorts,
): Promise<FileAnswer> {
  const { html } = await caughtReader.readMail(mail);
  const shown = showHtml(html, imagesOf(await caughtReader.readFiles(mail)));
  const octets = Buffer.from(`${frameStart}${shown.html}`);
  const contentType = 'text/html; charset=utf-8';
  return new FileAnswer({ name: `mail-${mail.id}.html`, contentType, octets, isFramed: true });
}

export function sourceOf({ id, octets }: CaughtMail): FileAnswer {
  const contentType = 'message/rfc822';
  return new FileAnswer({ name: `mail-${id}.eml`, contentType, octets: Buffer.from(octets) });
}

export async function fileOf(
  mail: CaughtMail,
  place: number,
  { caughtReader }: ReadingPorts,
): Promise<FileAnswer | Refusal<'caught file is not there'>> {
  const file = (await caughtReader.readFiles(mail))[place];
  if (file === undefined) {
    return refuse('caught file is not there', { field: 'place', params: { place } });
  }
  const { name, type, octets } = file;
  return new FileAnswer({ name: name || 'attachment', contentType: safeType(type), octets });
}

export function imagesOf(files: readonly CaughtFile[]): OwnImages {
  const images = files.filter(
    ({ contentId, type }) => contentId !== '' && /^image\/(?:gif|jpeg|png|webp)$/i.test(type),
  );
  return new Map(
    images.map(({ contentId, type, octets }) => [
      contentId,
      `data:${type};base64,${octets.toString('base64')}`,
    ]),
  );
}

const known: Readonly<Record<string, string>> = {
  'application/pdf': 'application/pdf',
  'image/gif': 'image/gif',
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'text/calendar': 'text/calendar; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
};

/** Of our own short list; all else is octets. */
function safeType(type: string): string {
  const lower = type.toLowerCase();
  return (Object.hasOwn(known, lower) ? known[lower] : undefined) ?? 'application/octet-stream';
}
