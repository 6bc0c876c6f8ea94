/** Headers that every reply of a surface carries, as names and values in turn. */

/** No type is guessed, no address leaks. */
const always = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];

/** Nothing is kept: a reply may hold phones and money. */
const everywhere = [...always, 'Cache-Control', 'no-store'];

/**
 * The interface has browser clients, so any origin may call it. Without credentials: no cookie counts
 * here, so a foreign page can do nothing that its own key does not allow.
 */
export const interfaceHeaders: readonly string[] = [
  ...everywhere,
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-Request-Id, Retry-After',
];

/** Names spelled out: `*` would not cover Authorization (Fetch, CORS-preflight). A day is the most that browsers keep. */
export const preflightHeaders: readonly string[] = [
  ...interfaceHeaders,
  'Access-Control-Allow-Methods',
  'GET, POST, DELETE',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Idempotency-Key, X-Api-Key, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
];

/** Pages and what they post to: other sites may neither read, frame nor open them. */
export function pageHeaders(
  contentSecurityPolicy: string,
  { cacheControl = 'no-store', microphone = '()' }: PageHeaderOptions = {},
): readonly string[] {
  return [
    ...always,
    'Cache-Control',
    cacheControl,
    'Content-Security-Policy',
    contentSecurityPolicy,
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    `camera=(), geolocation=(), microphone=${microphone}`,
  ];
}

export type PageHeaderOptions = {
  readonly cacheControl?: string;
  /** Who may ask for it, as Permissions-Policy writes it. */
  readonly microphone?: '()' | '(self)';
};

/** A file that a browser saves. */
export function downloadHeaders(contentType: string, name: string): readonly string[] {
  return [
    ...pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'"),
    'Content-Type',
    contentType,
    'Content-Disposition',
    dispositionOf(name),
  ];
}

/** RFC 6266 §5: a name of others in ASCII for old browsers, and as it is for all others. */
export function dispositionOf(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return `attachment; filename="${name}"`;
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_').slice(0, 100) || 'file';
  const whole = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
