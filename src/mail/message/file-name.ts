/** The name of an attachment: with an extension, and in a form that every reader understands. */
import { cleanLine } from './header-text.ts';

/** What people send; the interface's names come without an extension. */
const extensions: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'text/xml': 'xml',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpg',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** A letter among them, so that "version 1.2" has none. */
const hasExtension = /\.(?=[0-9]*[a-z])[a-z0-9]{1,5}$/i;
const nameless = 'attachment';
/** Longer than any file system takes. */
const nameMax = 255;

export function fileNameOf(filename: string, mediaType: string): string {
  const name = Array.from(cleanLine(filename).trim()).slice(0, nameMax).join('') || nameless;
  const extension = extensions[mediaType.toLowerCase()];
  return extension === undefined || hasExtension.test(name) ? name : `${name}.${extension}`;
}

const asciiMax = 60;
/** RFC 8187 §3.2.1: `attr-char`. */
const isAttribute = /[A-Za-z0-9!#$&+\-.^_`|~]/;
const lineValueMax = 60;

/** A disposition with its `filename` folded behind it: ASCII for all, RFC 2231 where it says less. */
export function writeDisposition(kind: 'attachment' | 'inline', name: string): string {
  const start = `Content-Disposition: ${kind};\r\n `;
  const ascii = asciiOf(name);
  const plain = `filename="${ascii}"`;
  if (ascii === name) return start + plain;
  return `${start}${plain};\r\n ${extendedParameter('filename', name).join(';\r\n ')}`;
}

/** What a reader shows that knows no RFC 2231. */
function asciiOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/gu, '_');
  if (plain.length <= asciiMax) return plain;
  const extension = hasExtension.exec(plain)?.[0] ?? '';
  return plain.slice(0, asciiMax - extension.length) + extension;
}

/** RFC 2231 §3 and §4: `filename*0*=UTF-8''…`, each section a line, no character cut. */
function extendedParameter(parameter: string, value: string): readonly string[] {
  const sections: string[] = [];
  let held = "UTF-8''";
  for (const character of value) {
    const coded = percentCoded(character);
    if (held.length + coded.length > lineValueMax) {
      sections.push(held);
      held = '';
    }
    held += coded;
  }
  sections.push(held);
  if (sections.length === 1) return [`${parameter}*=${held}`];
  return sections.map((section, at) => `${parameter}*${at}*=${section}`);
}

function percentCoded(character: string): string {
  if (isAttribute.test(character)) return character;
  const octets = Array.from(Buffer.from(character));
  return octets.map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
