/** Operations as routes of the dashboard's API: reads are GET, writes POST. */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { csvStream } from '#api/dashboard/csv-download.ts';
import type { DashboardCall, Definition, Handled, Handler } from '#api/dashboard/handler.ts';
import { cookieHeaders, visitOf } from '#api/dashboard/session-cookie.ts';
import type { ErrorWord } from '#api/errors.ts';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import { pageHeaders } from '#api/http/surface-headers.ts';
import { asksForWebSocket, openWebSocket } from '#api/http/web-socket.ts';
import { isBeginning, renderFile } from '#api/octets-reply.ts';
import { isFromOwnOrigin } from '#api/pages/own-page.ts';
import { type Problem, refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { answersFile, FileAnswer } from '#core/file-answer.ts';
import { fromText, noteOf } from '#core/input-form.ts';
import { isOfAccount, type Needs, permissionOf, type Refusal } from '#core/operation.ts';
import type { Permission, Role } from '#core/permissions.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { type Refusals, runOperation } from '#core/run-operation.ts';
import type { SignedIn } from '#core/signed-in.ts';
import { answersSocket, SocketAnswer } from '#core/socket-answer.ts';
import { answersStream, StreamAnswer } from '#core/stream-answer.ts';
import { answersTable, TableAnswer } from '#core/table-answer.ts';
import { type AnyOperation, operations, operationWords, type PagePorts } from '#operations.ts';
import { isViewing } from '#people/account-view.ts';

/**
 * What the person of a request is by now, where its session stands and they still may; undefined otherwise. Asking
 * does not keep it alive.
 */
export type RoleNow = (
  permission: Permission,
  place: {
    readonly request: HttpRequest;
    readonly who: SignedIn;
    readonly accountId: number;
    /** As it was at the beginning. */
    readonly role: Role;
  },
) => Promise<Role | undefined>;

export type OperationHandlerPorts = PagePorts & {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Where people see us, if it is set. */
  readonly publicUrl: string | undefined;
  readonly roleNow: RoleNow;
};

export function operationHandlers(ports: OperationHandlerPorts): readonly Handler[] {
  return operations.map((operation) => {
    const { method, path, needs, fresh, withoutFactor, whileClosed, largeBodies, summary } =
      definitionOf(operation);
    return {
      // Without its schemas: what comes in and goes out is checked where the operation runs.
      definition: { method, path, needs, fresh, withoutFactor, whileClosed, largeBodies, summary },
      answer: async (call) => {
        const { who, role, accountId, request } = call;
        const input = inputOf(operation, request);
        if (input === undefined) return refuse('body is not JSON');
        const caller = {
          actor: who?.email ?? 'nobody',
          atMs: ports.clock.nowMs(),
          isAdministrator: who?.isAdministrator ?? false,
          visit: visitOf(request, ports.publicUrl),
          who,
          role,
          accountId,
          requestId: request.id,
          isOnlyViewed: who !== undefined && isViewing(who, accountId),
        };
        const outcome = await runOperation(operation, ports, { input, caller });
        if (!outcome.ok) return refusalOf(outcome.refusals);
        const { value, cookies } = outcome;
        if (value instanceof TableAnswer) return csvStream(value);
        if (value instanceof FileAnswer) return giveFile(value, request);
        const roleNow = standingOf(call, needs, ports);
        if (value instanceof SocketAnswer) return giveSocket(value, request, { ...ports, roleNow });
        if (value instanceof StreamAnswer) return giveStream(value, request, roleNow);
        const kept = cookies && cookieHeaders(cookies, request, ports.publicUrl);
        return { ok: true, value, headers: [...headersOf(operation), ...(kept ?? [])] };
      },
    };
  });
}

/** Whatever is in it, no page takes it for more. */
const fileHeaders = pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'");

/** Even what slips through runs nothing, loads nothing and posts nothing, in an origin of its own. */
const frameHeaders = pageHeaders(
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
);

async function giveFile(file: FileAnswer, { headers }: HttpRequest): Promise<Handled> {
  const { range } = headers;
  if (file.isFramed) return { ok: true, raw: frameOf(file) };
  if (isBeginning(range)) await file.taken();
  return { ok: true, raw: renderFile(file, range, fileHeaders) };
}

type Standing = () => Promise<Role | undefined>;

function standingOf(
  { request, who, accountId, role }: DashboardCall,
  needs: Needs,
  { roleNow }: Pick<OperationHandlerPorts, 'roleNow'>,
): Standing {
  const permission = permissionOf(needs);
  return async () =>
    permission === undefined || !who || !role || accountId === undefined
      ? undefined
      : roleNow(permission, { request, who, accountId, role });
}

/** A browser asks before it opens one for nobody: that the page is ours is looked at here. */
function giveSocket(
  { opened }: SocketAnswer,
  request: HttpRequest,
  { publicUrl, roleNow }: Pick<OperationHandlerPorts, 'publicUrl'> & { readonly roleNow: Standing },
): Handled {
  if (!asksForWebSocket(request)) return refuse('request opens no WebSocket');
  if (!isFromOwnOrigin(request.headers, publicUrl)) return refuse('request is not from our page');
  const mayGoOn = async (): Promise<boolean> => (await roleNow()) !== undefined;
  return { ok: true, raw: openWebSocket(request, (socket) => opened(socket, mayGoOn)) };
}

const streamHeaders = [
  ...pageHeaders("default-src 'none'; frame-ancestors 'none'"),
  'Content-Type',
  'text/event-stream',
  // nginx would gather what must be seen at once.
  'X-Accel-Buffering',
  'no',
];

function giveStream(
  { opened }: StreamAnswer,
  { headers }: HttpRequest,
  roleNow: Standing,
): Handled {
  const reader = { lastId: headers['last-event-id'], roleNow };
  const stream = (out: ReplyStream): void => opened(out, reader);
  return { ok: true, raw: { status: 200, headers: streamHeaders, body: '', stream } };
}

function frameOf({ contentType, octets }: FileAnswer): HttpReply {
  const shown = [...frameHeaders, 'Content-Type', contentType];
  return { status: 200, headers: shown, body: octets.toString('utf8') };
}

/** What the OpenAPI document says of it. */
export function definitionOf(operation: AnyOperation<PagePorts>) {
  const { name, does, needs, input, output } = operation;
  const { fresh = false, whileClosed = false, withoutFactor = false } = operation;
  const isRead = does === 'reads';
  const place = isOfAccount(operation) ? '/api/accounts/{account}' : '/api';
  return {
    method: isRead ? 'GET' : 'POST',
    path: `${place}/operations/${name.replaceAll(' ', '-')}`,
    needs,
    fresh,
    whileClosed,
    // What a command reads from a large file comes as a large body.
    largeBodies: Object.values<z.core.$ZodType>(input.shape).some(
      (field) => noteOf(field).fileBytesMax !== undefined,
    ),
    withoutFactor,
    summary: operationWords.sentenceOf(name).en,
    ...(isRead ? { query: input } : { body: input }),
    ...(!answersTable(operation) &&
      !answersFile(operation) &&
      !answersSocket(operation) &&
      !answersStream(operation) && { reply: output }),
  } as const satisfies Definition;
}

/** The reads that a page asks again. */
function headersOf({ changes = [] }: AnyOperation<never>): readonly string[] {
  return changes.length === 0 ? [] : ['X-Changes', changes.join(', ')];
}

/** `retryAfterS` of a refusal says when to come back. */
function refusalOf([first, ...others]: Refusals): Handled {
  const { retryAfterS } = first.params;
  return {
    ok: false,
    problems: [problemOf(first), ...others.map(problemOf)],
    retryAfterS: typeof retryAfterS === 'number' ? Math.ceil(retryAfterS) : undefined,
  };
}

function problemOf({ code, field, params }: Refusal): Problem {
  // Codes are declared by operations, and each of them has its words.
  return { word: code as ErrorWord, field, details: params };
}

// What a request of a page says to an operation; what may come is checked where that runs.

/** Undefined: its body is not JSON. */
function inputOf({ does, input }: AnyOperation<never>, request: HttpRequest): unknown {
  if (does === 'writes') return readBody(request.body);
  const shape: Readonly<Record<string, z.core.$ZodType>> = input.shape;
  const members = Object.entries(readQuery(request.query)).map(([name, value]) => {
    // A stranger chose the name: `constructor` is no field.
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isText = typeof value === 'string' && schema !== undefined;
    return [name, isText ? fromText(schema, value) : value];
  });
  return Object.fromEntries(members);
}

/** A name that comes twice with two values is a list, which no field of a query takes. */
function readQuery(query: string): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(query)) {
    members[name] = name in members && members[name] !== value ? [members[name], value] : value;
  }
  return members;
}

function readBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
