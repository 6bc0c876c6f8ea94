/** `POST /api/setup`: the first administrator, made with the token of the setup link. */
import { isUtf8 } from 'node:buffer';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { preferredLanguage } from '#api/language.ts';
import { countCharacters } from '#api/parameters/value.ts';
import { type Answer, envelope, refuse, replyOf, succeed } from '#api/reply.ts';
import { isFromOwnPage } from './own-page.ts';
import type { Page } from './page.ts';

export type NewAdministrator = {
  readonly token: string;
  readonly email: string;
  readonly password: string;
};

export type SetupPorts = {
  readonly createAdministrator: (
    administrator: NewAdministrator,
  ) => Promise<'created' | 'token is not valid' | 'already set up'>;
};

export type SetupOptions = {
  /** 8 where only this machine can reach us, else 15. */
  readonly passwordCharactersMin: number;
  /** Where people see us, if it is set. */
  readonly publicUrl: string | undefined;
};

const passwordBytesMax = 256;

export function takeSetup(options: SetupOptions, ports: SetupPorts): Page {
  return {
    path: '/api/setup',
    methods: ['POST'],
    answer: async (request) => tell(await setUp(request, options, ports), request),
  };
}

async function setUp(
  request: HttpRequest,
  options: SetupOptions,
  { createAdministrator }: SetupPorts,
): Promise<Answer> {
  if (!isFromOwnPage(request.headers, options.publicUrl)) {
    return refuse('request is not from our page');
  }
  const administrator = parseAdministrator(request.body);
  if (administrator === undefined) return refuse('body is not an object');
  const wrong = check(administrator, options);
  return wrong ?? outcomes[await createAdministrator(administrator)];
}

const outcomes: Readonly<Record<Awaited<ReturnType<SetupPorts['createAdministrator']>>, Answer>> = {
  created: succeed({}),
  'token is not valid': refuse('setup link is not valid'),
  'already set up': refuse('setup is done'),
};

function parseAdministrator(body: Buffer): NewAdministrator | undefined {
  const { token, email, password } = parseObject(body);
  if (typeof token !== 'string' || typeof email !== 'string') return undefined;
  return typeof password === 'string' ? { token, email: email.trim(), password } : undefined;
}

function parseObject(body: Buffer): Readonly<Partial<Record<string, unknown>>> {
  if (!isUtf8(body)) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function check({ email, password }: NewAdministrator, options: SetupOptions): Answer | undefined {
  const min = options.passwordCharactersMin;
  // RFC 5321 §4.5.3.1.3 leaves 254 characters for an address. That it is one, its first mail shows.
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    return refuse('email is not an address', { field: 'email' });
  }
  if (countCharacters(password) < min) {
    return refuse('password is too short', { field: 'password', details: { min } });
  }
  if (Buffer.byteLength(password) <= passwordBytesMax) return undefined;
  return refuse('password is too long', {
    field: 'password',
    details: { max: passwordBytesMax },
  });
}

const headers = pageHeaders("default-src 'none'; frame-ancestors 'none'").concat([
  'Content-Type',
  'application/json',
]);

function tell(answer: Answer, request: HttpRequest): HttpReply {
  if (answer.ok) return { status: 200, headers, body: JSON.stringify(answer.fields) };
  const language = preferredLanguage(request.headers['accept-language']);
  const { status } = replyOf(answer);
  return { status, headers, body: JSON.stringify(envelope(answer, language)) };
}
