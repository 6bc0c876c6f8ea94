/** What a browser is to save and never to show, whatever is in it. */
import { pageHeaders } from '#api/http/surface-headers.ts';

/** RFC 6266 §5: the name in ASCII for old browsers, and as it is for all others. */
export function downloadHeaders(name: string, type: string): readonly string[] {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_').slice(0, 100) || 'file';
  const whole = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  return pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'").concat([
    'Content-Type',
    type,
    'Content-Disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
  ]);
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
export function safeType(type: string): string {
  return known[type.toLowerCase()] ?? 'application/octet-stream';
}
